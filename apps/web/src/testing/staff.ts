/** The rows of `staff_2021.csv`: people of four departments, of whom some were hired in the year of the name. */
export const STAFF = `name,department,salary,hired_on,office,remote,score
Ada,Research,82000,2015-03-01,Berlin,yes,4.5
Ben,Sales,51000,2019-07-15,Paris,no,3.2
Cleo,Sales,56500,2020-01-10,Paris,yes,3.9
Dan,Support,42000,2018-11-05,Berlin,no,2.8
Eli,Research,91000,2012-06-20,Madrid,yes,4.8
Fay,Support,39500,2021-02-01,Madrid,yes,
Gus,Sales,60250,2016-09-12,Berlin,no,3.5
Hal,Finance,70000,2014-04-30,Paris,no,4.1
Ivy,Research,77500,2021-10-18,Berlin,yes,4.0
Jon,Finance,68000,2022-05-02,Madrid,no,3.7
Kim,Support,44000,2020-08-24,Paris,yes,3.3
Leo,Sales,48750,2023-01-09,Madrid,no,2.9
`
