import type { FileFormat } from '@parley/domain'

/** A public data set that comes with the product. */
type SampleSource = {
  /** The identifier of the source it becomes. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly format: FileFormat
  /** File name inside the vega-datasets package. */
  readonly file: string
  readonly columns: Readonly<Record<string, string>>
}

/** Public data sets of the npm package vega-datasets; the texts follow its datapackage.json. */
export const SAMPLE_SOURCES: readonly SampleSource[] = [
  {
    name: 'seattle_weather',
    title: 'Seattle weather',
    description: 'Daily weather in Seattle from 2012 to 2015 in metric units, after NOAA.',
    format: 'csv',
    file: 'seattle-weather.csv',
    columns: {
      date: 'Day of the observation.',
      precipitation: 'Rain and snow of the day in millimetres.',
      temp_max: 'Highest temperature of the day in degrees Celsius.',
      temp_min: 'Lowest temperature of the day in degrees Celsius.',
      wind: 'Wind speed, in kilometres per hour according to the package.',
      weather: 'Kind of weather: drizzle, rain, snow, sun or fog.',
    },
  },
  {
    name: 'movies',
    title: 'Movies',
    description:
      'Films with box office earnings, budgets, ratings and votes. Holds known errors, such as release dates in the future, for practice in cleaning data.',
    format: 'json',
    file: 'movies.json',
    columns: {
      Title: 'Title of the film.',
      US_Gross: 'Box office earnings in the United States, in US dollars.',
      Worldwide_Gross: 'Box office earnings in the whole world, in US dollars.',
      US_DVD_Sales: 'Sales of DVDs in the United States, in US dollars.',
      Production_Budget: 'Cost of making the film, in US dollars.',
      Release_Date: 'Day of the release.',
      MPAA_Rating: 'Age rating of the Motion Picture Association of America.',
      Running_Time_min: 'Length in minutes.',
      Distributor: 'Company that distributed the film.',
      Source: 'What the film is based on, for example a book or an original screenplay.',
      Major_Genre: 'Main genre.',
      Creative_Type: 'Kind of story, for example contemporary fiction.',
      Director: 'Name of the director.',
      Rotten_Tomatoes_Rating: 'Share of positive reviews on Rotten Tomatoes, 0 to 100.',
      IMDB_Rating: 'Average rating on IMDB, 0 to 10.',
      IMDB_Votes: 'Number of votes on IMDB.',
    },
  },
  {
    name: 'gapminder',
    title: 'Gapminder',
    description: 'Population, life expectancy and fertility by country, every five years from 1955 to 2005.',
    format: 'json',
    file: 'gapminder.json',
    columns: {
      year: 'Year, every five from 1955 to 2005.',
      country: 'Name of the country.',
      cluster: 'Number of the region that the country belongs to.',
      pop: 'Population of the country.',
      life_expect: 'Life expectancy at birth in years.',
      fertility: 'Average number of children per woman.',
    },
  },
  {
    name: 'stocks',
    title: 'Stock prices',
    description: 'Monthly stock prices of Microsoft, Amazon, IBM, Google and Apple from 2000 to 2010.',
    format: 'csv',
    file: 'stocks.csv',
    columns: {
      symbol: 'Symbol of the company on the stock exchange.',
      date: 'Month, given by its first day.',
      price: 'Price of one share.',
    },
  },
  {
    name: 'cars',
    title: 'Cars',
    description: 'Technical data of cars of the model years 1970 to 1982, after the StatLib archive.',
    format: 'json',
    file: 'cars.json',
    columns: {
      Name: 'Make and model.',
      Miles_per_Gallon: 'Fuel economy in miles per US gallon; higher is better.',
      Cylinders: 'Number of cylinders.',
      Displacement: 'Displacement of the engine in cubic inches.',
      Horsepower: 'Power of the engine in horsepower.',
      Weight_in_lbs: 'Weight in pounds.',
      Acceleration: 'Seconds from 0 to 60 miles per hour.',
      Year: 'Model year, given by its first day.',
      Origin: 'Region the maker comes from: USA, Europe or Japan.',
    },
  },
  {
    name: 'penguins',
    title: 'Penguins',
    description:
      'Body measurements of 344 penguins of three species on three islands of the Palmer Archipelago.',
    format: 'json',
    file: 'penguins.json',
    columns: {
      Species: 'Adelie, Gentoo or Chinstrap.',
      Island: 'Torgersen, Biscoe or Dream.',
      Beak_Length_mm: 'Length of the beak in millimetres.',
      Beak_Depth_mm: 'Depth of the beak in millimetres.',
      Flipper_Length_mm: 'Length of the flipper in millimetres.',
      Body_Mass_g: 'Weight in grams.',
      Sex: 'MALE, FEMALE or unknown.',
    },
  },
  {
    name: 'airports',
    title: 'Airports',
    description: 'Airports of the United States and its territories with their places.',
    format: 'csv',
    file: 'airports.csv',
    columns: {
      iata: 'Three-letter code of the airport; flights.origin and flights.destination refer to it.',
      name: 'Name of the airport.',
      city: 'City it serves.',
      state: 'Two-letter code of the state.',
      country: 'Country or territory.',
      latitude: 'Degrees north.',
      longitude: 'Degrees east.',
    },
  },
  {
    name: 'flights',
    title: 'Flights',
    description:
      'Two thousand flights within the United States with their delays, after the Bureau of Transportation Statistics.',
    format: 'json',
    file: 'flights-2k.json',
    columns: {
      date: 'Time of departure.',
      delay: 'Delay on arrival in minutes; negative when early.',
      distance: 'Distance flown in miles.',
      origin: 'Code of the airport of departure; refers to airports.iata.',
      destination: 'Code of the airport of arrival; refers to airports.iata.',
    },
  },
]
