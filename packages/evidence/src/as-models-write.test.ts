import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { CN, DAILY, HR, LAND, LOGS, SALES, STADT, VILLE, WEATHER, YEARS } from './testing/business-tables.ts'
import { rulesOf } from './testing/rules-of.ts'

/** Answers as models write them: a right one, and the same with wrong numbers. */
const ANSWERS: readonly (readonly [rows: readonly JsonObject[], right: string, wrong: string])[] = [
  [WEATHER, 'The highest was 26.1 °C with 14.6 mm of rain.', 'The highest was 26.1 °C with 22.1 mm of rain.'],
  [
    WEATHER,
    'The highest was 26.1 °C, with only 3 rainy days.',
    'The highest was 26.1 °C, with only 9 rainy days.',
  ],
  [
    WEATHER,
    'The warmest month averaged 26.1 °C and had 3 rainy days.',
    'The warmest month averaged 25.8 °C and had 4 rainy days.',
  ],
  [
    WEATHER,
    'Im Juli lag die mittlere Höchsttemperatur bei 26,1 °C.',
    'Im Mai lag die mittlere Höchsttemperatur bei 26,1 °C.',
  ],
  [
    WEATHER,
    'En juillet, la moyenne des maximales atteint 26,1 °C, contre 8,1 °C en janvier.',
    'En août, la moyenne des maximales atteint 26,1 °C, contre 8,1 °C en janvier.',
  ],
  [
    WEATHER,
    'En julio hubo 3 días de lluvia y en diciembre 19.',
    'En julio hubo 19 días de lluvia y en diciembre 3.',
  ],
  [WEATHER, '7月的平均最高气温为26.1℃，12月为8.3℃。', '7月的平均最高气温为8.3℃，12月为26.1℃。'],
  [
    WEATHER,
    'Zwei Monate hatten weniger als 5 Regentage: Juli (3) und August (4).',
    'Vier Monate hatten weniger als 5 Regentage: Juli (3) und August (5).',
  ],
  [STADT, 'Es gibt vier Städte.', 'Es gibt fünf Städte.'],
  [
    STADT,
    'Insgesamt vier Städte, zusammen 1.165 Bestellungen.',
    'Insgesamt sechs Städte, zusammen 1.195 Bestellungen.',
  ],
  [STADT, 'Vier Städte: zusammen 176.350,75 € Umsatz.', 'Fünf Städte: zusammen 186.350,75 € Umsatz.'],
  [
    STADT,
    'The city with the highest revenue is München with 61,750.25.',
    'The city with the highest revenue is Berlin with 48,200.50.',
  ],
  [STADT, 'The highest sales were €61,750.25 (München).', 'The highest sales were €48,200.50 (Berlin).'],
  [CN, 'The city with the most orders is 北京 with 151.', 'The city with the most orders is 深圳 with 140.'],
  [
    VILLE,
    'The highest-revenue city is Lille at €61,750.25, the lowest Nice at €27,300.',
    'The highest-revenue city is Paris at €48,200.50, the lowest Nice at €27,300.',
  ],
  [
    SALES,
    '**East** leads with $143,900 in revenue, followed by **North** ($124,500.50), **South** ($98,230.25) and **West** ($76,120.75).',
    '**East** leads with $143,900 in revenue, followed by **North** ($98,230.25), **South** ($124,500.50) and **West** ($76,120.75).',
  ],
  [
    SALES,
    'North and South generated $124,500.50 and $98,230.25, respectively.',
    'North and South generated $98,230.25 and $124,500.50, respectively.',
  ],
  [
    SALES,
    'East accounts for roughly one third of all orders (31.5%).',
    'East accounts for roughly half of all orders (41.5%).',
  ],
  [
    SALES,
    'About one in three orders (31.5%) came from East.',
    'About one in two orders (41.5%) came from East.',
  ],
  [
    SALES,
    'East brought in nearly twice as much revenue as West (1.89x).',
    'East brought in nearly three times as much revenue as West (2.89x).',
  ],
  [
    SALES,
    'The average order value is $154.32 overall, or $159.01 in East.',
    'The average order value is $164.38 overall, or $169.01 in East.',
  ],
  [
    SALES,
    'Return rates: North 3.8%, South 6.9%, East 3.0%, West 3.7%.',
    'Return rates: North 6.9%, South 3.8%, East 3.0%, West 3.7%.',
  ],
  [
    SALES,
    'Total revenue is about $442.8K across 2,869 orders.',
    'Total revenue is about $452.8K across 2,969 orders.',
  ],
  [
    SALES,
    'Revenue ranges from $76,120.75 (West) to $143,900 (East).',
    'Revenue ranges from $98,230.25 (West) to $143,900 (East).',
  ],
  [
    SALES,
    '| Region | Revenue | Share |\n|---|---:|---:|\n| East | $143,900.00 | 32.5% |\n| North | $124,500.50 | 28.1% |\n| South | $98,230.25 | 22.2% |\n| West | $76,120.75 | 17.2% |\n| **Total** | **$442,751.50** | **100%** |',
    '| Region | Revenue | Share |\n|---|---:|---:|\n| East | $143,900.00 | 32.5% |\n| North | $124,500.50 | 28.1% |\n| South | $98,230.25 | 22.2% |\n| West | $76,120.75 | 27.2% |\n| **Total** | **$452,751.50** | **100%** |',
  ],
  [SALES, '- **Orders per return**: North 26.2, East 33.5', '- **Orders per return**: North 33.5, East 26.2'],
  [
    SALES,
    'South has the highest return count at 44, even though it ranks third in revenue.',
    'South has the highest return count at 31, even though it ranks third in revenue.',
  ],
  [SALES, 'East outsells West by $67,779.25 (89.0%).', 'East outsells West by $77,779.25 (99.0%).'],
  [
    SALES,
    'Two of the four regions exceeded $100,000 in revenue.',
    'Three of the four regions exceeded $100,000 in revenue.',
  ],
  [
    SALES,
    'Compared with South, North had 172 more orders but 13 fewer returns.',
    'Compared with South, North had 182 more orders but 12 fewer returns.',
  ],
  [
    YEARS,
    'Revenue grew from $1.25M in 2021 to $1.60M in 2023, then slipped to $1.50M in 2024.',
    'Revenue grew from $1.25M in 2021 to $1.70M in 2023, then slipped to $1.50M in 2024.',
  ],
  [
    YEARS,
    'Profit rose to $248,900 in 2023, up from $201,500 the year before.',
    'Profit rose to $248,900 in 2023, up from $180,000 the year before.',
  ],
  [
    YEARS,
    'In 2024 revenue fell by 6.5% year over year, from 1,602,500 to 1,498,000.',
    'In 2024 revenue fell by 7.5% year over year, from 1,602,500 to 1,498,000.',
  ],
  [
    YEARS,
    'The profit margin improved from 14.4% in 2021 to 15.5% in 2024, a gain of 1.1 percentage points.',
    'The profit margin improved from 14.4% in 2021 to 16.5% in 2024, a gain of 2.1 percentage points.',
  ],
  [
    YEARS,
    'Cumulative profit over the four years was $862,150.',
    'Cumulative profit over the four years was $882,150.',
  ],
  [
    YEARS,
    'Over the period 2021–2024, revenue increased 19.8% ($248,000).',
    'Over the period 2021–2024, revenue increased 29.8% ($258,000).',
  ],
  [YEARS, 'Revenue peaked in 2023 at $1,602,500.', 'Revenue peaked in 2024 at $1,498,000.'],
  [
    YEARS,
    'Between 2021 and 2023, profit grew by $68,900 (+38.3%).',
    'Between 2021 and 2023, profit grew by $78,900 (+48.3%).',
  ],
  [YEARS, 'On average, profit was $215,537.50 per year.', 'On average, profit was $225,537.50 per year.'],
  [
    HR,
    'Engineering is the largest department with 48 people, which is 42.5% of the 113 employees.',
    'Engineering is the largest department with 48 people, which is 52.5% of the 123 employees.',
  ],
  [
    HR,
    'Support has the highest attrition (19.1%), more than three times that of Finance (5.5%).',
    'Support has the highest attrition (14.8%), more than three times that of Finance (5.5%).',
  ],
  [
    HR,
    'The gap in attrition between Support and Finance is 13.6 percentage points.',
    'The gap in attrition between Support and Finance is 12.6 percentage points.',
  ],
  [
    HR,
    'Engineering staff earn $92,500 on average – $41,100 more than Support staff.',
    'Engineering staff earn $92,500 on average – $31,100 more than Support staff.',
  ],
  [
    HR,
    '1. **Engineering** – 48 employees, avg. salary $92,500\n2. **Sales** – 31 employees, avg. salary $68,200',
    '1. **Engineering** – 31 employees, avg. salary $92,500\n2. **Sales** – 48 employees, avg. salary $68,200',
  ],
  [
    HR,
    'Finance, the smallest team (12 people), also has the lowest attrition at 5.5%.',
    'Finance, the smallest team (22 people), also has the lowest attrition at 8.3%.',
  ],
  [
    LOGS,
    '`worker` is the slowest service: its p95 is 1,840.9 ms (about 1.8 s), 4.5 times that of api.',
    '`worker` is the slowest service: its p95 is 412.6 ms (about 0.4 s), 5.5 times that of api.',
  ],
  [
    LOGS,
    'The error rate of web is 0.45%, roughly 2.8x that of api (0.16%).',
    'The error rate of web is 0.45%, roughly 3.8x that of api (0.16%).',
  ],
  [
    LOGS,
    'In total there were 7,628 errors in 2.5 million requests.',
    'In total there were 8,628 errors in 3.5 million requests.',
  ],
  [
    LOGS,
    'web produced more than half (52.7%) of all errors.',
    'web produced more than half (62.7%) of all errors.',
  ],
  [
    LOGS,
    'The p95 latency ranges from 95.2 ms (auth) to 1.84 s (worker).',
    'The p95 latency ranges from 95.2 ms (auth) to 1.94 s (worker).',
  ],
  [
    LOGS,
    'worker handles the fewest requests (98,211) yet has the highest error rate at 1.53%.',
    'worker handles the fewest requests (310,455) yet has the highest error rate at 0.45%.',
  ],
  [
    DAILY,
    'Visits peaked on March 5, 2024 with 476 (15 signups).',
    'Visits peaked on March 3, 2024 with 451 (12 signups).',
  ],
  [
    DAILY,
    'The busiest day was 5 March with 476 visits, the quietest 4 March with 302.',
    'The busiest day was 3 March with 451 visits, the quietest 4 March with 302.',
  ],
  [
    DAILY,
    'From March 4 to March 5 visits jumped 57.6%, from 302 to 476.',
    'From March 4 to March 5 visits jumped 67.6%, from 302 to 476.',
  ],
  [
    DAILY,
    'Over the five days there were 2,029 visits and 47 signups, a conversion rate of 2.3%.',
    'Over the five days there were 2,129 visits and 57 signups, a conversion rate of 3.3%.',
  ],
  [
    STADT,
    'München liegt mit 61.750,25 € vorn, gefolgt von Berlin mit 48.200,50 €.',
    'München liegt mit 48.200,50 € vorn, gefolgt von Berlin mit 61.750,25 €.',
  ],
  [
    STADT,
    'Der durchschnittliche Umsatz beträgt 44.087,69 € pro Stadt.',
    'Der durchschnittliche Umsatz beträgt 45.087,69 € pro Stadt.',
  ],
  [STADT, 'Auf München entfallen rund 35 % des Umsatzes.', 'Auf München entfallen rund 45 % des Umsatzes.'],
  [
    STADT,
    'In Köln gab es 198 Bestellungen, das sind 112 weniger als in Berlin.',
    'In Köln gab es 198 Bestellungen, das sind 122 weniger als in Berlin.',
  ],
  [
    STADT,
    'Hamburg kommt auf 255 Bestellungen, also rund 63 % der Bestellungen von München (402).',
    'Hamburg kommt auf 255 Bestellungen, also gut 74 % der Bestellungen von München (402).',
  ],
  [
    WEATHER,
    'Am wärmsten war es im Juli mit 26,1 °C, am kältesten im Januar mit 8,1 °C.',
    'Am wärmsten war es im August mit 25,8 °C, am kältesten im Januar mit 8,1 °C.',
  ],
  [
    WEATHER,
    'Der regenreichste Monat war der Dezember mit 19 Regentagen.',
    'Der regenreichste Monat war der Januar mit 19 Regentagen.',
  ],
  [
    VILLE,
    'Lille arrive en tête avec 61 750,25 €, devant Paris (48 200,50 €).',
    'Lille arrive en tête avec 48 200,50 €, devant Paris (61 750,25 €).',
  ],
  [
    VILLE,
    'Le total des ventes s’élève à 176 350,75 €, soit 44 087,69 € en moyenne par ville.',
    'Le total des ventes s’élève à 186 350,75 €, soit 46 087,69 € en moyenne par ville.',
  ],
  [
    VILLE,
    'Nice a enregistré 198 commandes, soit 112 de moins que Paris.',
    'Nice a enregistré 198 commandes, soit 132 de moins que Paris.',
  ],
  [VILLE, 'Lille représente environ 35 % des ventes.', 'Lille représente environ 45 % des ventes.'],
  [VILLE, 'Les quatre villes totalisent 1 165 commandes.', 'Les cinq villes totalisent 1 265 commandes.'],
  [
    SALES,
    'La región East lidera con 143.900 $, seguida de North con 124.500,50 $.',
    'La región East lidera con 124.500,50 $, seguida de North con 143.900 $.',
  ],
  [
    SALES,
    'En total hubo 2.869 pedidos, con un promedio de 717,25 por región.',
    'En total hubo 2.969 pedidos, con un promedio de 747,25 por región.',
  ],
  [
    SALES,
    'East representa el 31,5 % de los pedidos, casi el doble que West (17,8 %).',
    'East representa el 41,5 % de los pedidos, casi el doble que West (27,8 %).',
  ],
  [
    YEARS,
    'En 2024 los ingresos cayeron un 6,5 % respecto a 2023.',
    'En 2024 los ingresos cayeron un 8,5 % respecto a 2023.',
  ],
  [CN, '上海的销售额最高，为15,678元，约占总额的30.1%。', '上海的销售额最高，为14,210元，约占总额的40.1%。'],
  [CN, '北京订单数为151单，比广州多83单。', '北京订单数为151单，比广州多93单。'],
  [
    CN,
    '四个城市的总销售额约为5.21万元，平均每个城市1.30万元。',
    '四个城市的总销售额约为5.31万元，平均每个城市1.40万元。',
  ],
  [
    CN,
    '销售额从高到低依次为：上海15,678元、深圳14,210元、北京12,340元、广州9,870元。',
    '销售额从高到低依次为：上海14,210元、深圳15,678元、北京12,340元、广州9,870元。',
  ],
  [
    CN,
    '| 城市 | 销售额（元） | 占比 |\n|---|---|---|\n| 上海 | 15,678 | 30.1% |\n| 广州 | 9,870 | 18.9% |',
    '| 城市 | 销售额（元） | 占比 |\n|---|---|---|\n| 上海 | 15,678 | 30.1% |\n| 广州 | 9,870 | 28.9% |',
  ],
  [
    LAND,
    'The city with the highest revenue is München with 61,750.25.',
    'The city with the highest revenue is Berlin with 48,200.50.',
  ],
  [LAND, 'The most orders were placed in Berlin: 410.', 'The most orders were placed in München: 402.'],
  [LAND, '销售额最高的城市是München，为61,750.25。', '销售额最高的城市是Berlin，为48,200.50。'],
  [
    LAND,
    'La ville avec le plus de commandes est Berlin : 410.',
    'La ville avec le plus de commandes est München : 402.',
  ],
  [
    SALES,
    'Der Umsatz war in East am höchsten (143.900 $).',
    'Der Umsatz war in South am höchsten (98.230,25 $).',
  ],
  [
    SALES,
    'La región con los mayores ingresos es East, con 143.900 $.',
    'La región con los mayores ingresos es South, con 98.230,25 $.',
  ],
  [SALES, '退货最多的地区是South，共44件。', '退货最多的地区是North，共31件。'],
  [
    SALES,
    'Highest returns: South (44), lowest: West (19).',
    'Highest returns: North (31), lowest: West (19).',
  ],
  [
    SALES,
    'West trails the other regions at just $76,120.75, about half of East ($143,900).',
    'West trails the other regions at just $98,230.25, about half of East ($143,900).',
  ],
  [
    SALES,
    'The top two regions, East and North, make up 60.6% of revenue.',
    'The top two regions, East and North, make up 70.6% of revenue.',
  ],
  [
    SALES,
    'East and North together brought in $268,400.50.',
    'East and North together brought in $278,400.50.',
  ],
  [
    SALES,
    'Average orders per region: 717.25 (range: 512–905).',
    'Average orders per region: 727.25 (range: 512–805).',
  ],
  [
    YEARS,
    'Profit: 180,000 (2021) → 201,500 (2022) → 248,900 (2023) → 231,750 (2024).',
    'Profit: 180,000 (2021) → 248,900 (2022) → 201,500 (2023) → 231,750 (2024).',
  ],
  [
    YEARS,
    'Revenue CAGR aside, 2023 was the best year for revenue at $1.60 million.',
    'Revenue CAGR aside, 2024 was the highest year for revenue at $1.50 million.',
  ],
  [
    YEARS,
    '2022 saw growth of 12.8% in revenue and 11.9% in profit.',
    '2022 saw growth of 14.8% in revenue and 13.9% in profit.',
  ],
  [
    YEARS,
    'Im Jahr 2024 sank der Umsatz um 6,5 % auf 1,498 Mio.',
    'Im Jahr 2024 sank der Umsatz um 8,5 % auf 1,598 Mio.',
  ],
  [
    YEARS,
    'En 2023, le bénéfice a atteint 248 900 €, contre 201 500 € l’année précédente.',
    'En 2023, le bénéfice a atteint 248 900 €, contre 180 000 € l’année précédente.',
  ],
  [YEARS, '2023年收入为1,602,500，比上年增长13.7%。', '2023年收入为1,602,500，比上年增长16.7%。'],
  [
    HR,
    'Average salary ranges from $51,400 in Support up to $92,500 in Engineering.',
    'Average salary ranges from $68,200 in Support up to $92,500 in Engineering.',
  ],
  [
    HR,
    'Sales (31) is nearly three times the size of Finance (12).',
    'Sales (22) is nearly three times the size of Finance (12).',
  ],
  [
    HR,
    'Attrition is below 10% in two departments: Engineering (8.3%) and Finance (5.5%).',
    'Attrition is below 10% in three departments: Engineering (8.3%) and Finance (6.5%).',
  ],
  [
    HR,
    'The company has 113 employees across four departments.',
    'The company has 123 employees across five departments.',
  ],
  [
    HR,
    '| Department | Headcount | Avg. salary | Attrition |\n|:--|--:|--:|--:|\n| Engineering | 48 | $92,500 | 8.3% |\n| Support | 22 | $51,400 | 19.1% |',
    '| Department | Headcount | Avg. salary | Attrition |\n|:--|--:|--:|--:|\n| Engineering | 22 | $92,500 | 8.3% |\n| Support | 48 | $51,400 | 19.1% |',
  ],
  [WEATHER, 'It rained on 138 days in total.', 'It rained on 148 days in total.'],
  [
    WEATHER,
    'In summer (June–August) there were only 13 rainy days.',
    'In summer (June–August) there were only 23 rainy days.',
  ],
  [
    WEATHER,
    'January had 18 rainy days, six times as many as July (3).',
    'January had 18 rainy days, nine times as many as July (3).',
  ],
  [WEATHER, 'November was the wettest month at 151.9 mm.', 'December was the wettest month at 138.4 mm.'],
  [
    WEATHER,
    'Most rain fell in November (151.9 mm), the least in July (14.6 mm).',
    'Most rain fell in November (141.9 mm), the least in July (14.6 mm).',
  ],
  [
    LOGS,
    'Error rate: worker 1.53% > web 0.45% > api 0.16% > auth 0.07%.',
    'Error rate: worker 0.45% > web 1.53% > api 0.16% > auth 0.07%.',
  ],
  [LOGS, 'api serves 1.2M requests, 48% of the total.', 'api serves 1.4M requests, 58% of the total.'],
  [
    LOGS,
    'auth is the most reliable with 212 errors (0.07%).',
    'auth is the most reliable with 1,502 errors (0.16%).',
  ],
  [
    DAILY,
    'Am 5. März gab es 476 Besuche, 174 mehr als am Vortag.',
    'Am 5. März gab es 476 Besuche, 184 mehr als am Vortag.',
  ],
  [
    DAILY,
    'Signups more than tripled from 4 on March 4 to 15 on March 5.',
    'Signups more than tripled from 7 on March 4 to 15 on March 5.',
  ],
  [DAILY, 'The average was 405.8 visits a day.', 'The average was 415.8 visits a day.'],
  [CN, '排名前两位的城市是上海和深圳，合计29,888元。', '排名前两位的城市是上海和深圳，合计28,888元。'],
  [CN, '上海的销售额是广州的1.59倍。', '上海的销售额是广州的1.79倍。'],
  [
    VILLE,
    'Paris et Lyon ont réalisé respectivement 48 200,50 € et 39 100 €.',
    'Paris et Lyon ont réalisé respectivement 39 100 € et 48 200,50 €.',
  ],
  [
    VILLE,
    'Près d’une commande sur trois (34,5 %) vient de Lille.',
    'Près d’une commande sur deux (44,5 %) vient de Lille.',
  ],
]

test.for(ANSWERS)('proves what is right, and not what is wrong: %#', ([rows, right, wrong]) => {
  expect(rulesOf(right, rows)).not.toContain('none')
  expect(rulesOf(wrong, rows)).toContain('none')
})
