/** The rows of `orders_2024.csv`: a file whose name contains the year of some of its rows. */
export const ORDERS = `order id,customer,ordered on,country,items,net amount (EUR),discount %,status,returned
1001,Anna Maier,2024-01-03,Germany,3,120.50,0,shipped,false
1002,Bob Stone,2024-01-15,France,1,19.99,10,shipped,false
1003,Chloé Dupont,2024-02-02,France,7,310.00,5,cancelled,false
1004,Anna Maier,2024-02-20,Germany,2,80.00,0,shipped,true
1005,Dirk Jansen,2024-03-11,Netherlands,4,,15,pending,false
1006,Eva Novak,2024-03-30,Czechia,12,990.90,20,shipped,false
1007,Bob Stone,2024-04-01,France,2,45.10,0,shipped,true
1008,Fatima Ali,2024-05-19,Germany,5,200.00,0,cancelled,false
1009,Anna Maier,2025-01-07,Germany,1,15.00,0,pending,false
1010,Dirk Jansen,2025-02-14,Netherlands,6,350.25,5,shipped,false
`
