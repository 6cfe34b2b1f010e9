import type { JsonObject } from '@parley/domain'
import { expect, test } from 'vitest'
import { CN, DAILY, HR, LOGS, SALES, STADT, VILLE, WEATHER, YEARS } from './testing/business-tables.ts'
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
]

test.for(ANSWERS)('proves what is right, and not what is wrong: %#', ([rows, right, wrong]) => {
  expect(rulesOf(right, rows)).not.toContain('none')
  expect(rulesOf(wrong, rows)).toContain('none')
})
