export type NameRegion =
  | 'anglo'
  | 'german'
  | 'french'
  | 'nordic'
  | 'dutch'
  | 'iberian'
  | 'italian'
  | 'slavic'
  | 'turkish'
  | 'indian'
  | 'japanese'
  | 'korean'
  | 'chinese'
  | 'levant'
  | 'african'
  | 'indonesian';

export interface Country {
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  /** Relative number of companies in the country. */
  readonly weight: number;
  /** UTC offsets used in announcement times, such as `+01:00`. */
  readonly offsets: readonly string[];
  readonly region: NameRegion;
  /** Share of rounds raised in US dollars rather than the country's own currency. */
  readonly dollarShare: number;
  readonly cities: readonly string[];
}

/** Units of each currency per US dollar. Fixed, because the data is invented. */
export const PER_DOLLAR: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 0.92,
  GBP: 0.79,
  INR: 84,
  SEK: 10.5,
  CAD: 1.37,
  ILS: 3.7,
  SGD: 1.34,
  TRY: 34,
  BRL: 5.4,
  JPY: 150,
  CHF: 0.88,
  NOK: 10.8,
  DKK: 6.9,
  PLN: 4,
  AUD: 1.52,
  AED: 3.67,
  KRW: 1350,
  MXN: 18,
  IDR: 15800,
  NGN: 1500,
  KES: 129,
  ZAR: 18,
  CZK: 23,
};

type Row = readonly [
  code: string,
  name: string,
  currency: string,
  weight: number,
  offsets: string,
  region: NameRegion,
  dollarShare: number,
  cities: string,
];

const ROWS: readonly Row[] = [
  [
    ...(['US', 'United States', 'USD', 550, '-08:00 -07:00 -06:00 -05:00', 'anglo', 1] as const),
    'San Francisco|New York|Boston|Austin|Seattle|Denver|Chicago|Los Angeles|Atlanta|Salt Lake City|Raleigh|Miami',
  ],
  [
    'GB',
    'United Kingdom',
    'GBP',
    90,
    '+00:00 +01:00',
    'anglo',
    0.1,
    'London|Manchester|Bristol|Edinburgh|Cambridge|Leeds',
  ],
  [
    'DE',
    'Germany',
    'EUR',
    62,
    '+01:00 +02:00',
    'german',
    0,
    'Berlin|Munich|Hamburg|Cologne|Leipzig|Karlsruhe',
  ],
  ['FR', 'France', 'EUR', 52, '+01:00 +02:00', 'french', 0, 'Paris|Lyon|Lille|Nantes|Toulouse|Grenoble'],
  ['IN', 'India', 'INR', 66, '+05:30', 'indian', 0.35, 'Bengaluru|Mumbai|Gurugram|Hyderabad|Pune|Chennai'],
  ['SE', 'Sweden', 'SEK', 30, '+01:00 +02:00', 'nordic', 0.05, 'Stockholm|Gothenburg|Malmö|Lund'],
  [
    'NL',
    'Netherlands',
    'EUR',
    30,
    '+01:00 +02:00',
    'dutch',
    0,
    'Amsterdam|Rotterdam|Utrecht|Eindhoven|Delft',
  ],
  [
    'CA',
    'Canada',
    'CAD',
    38,
    '-08:00 -05:00 -04:00',
    'anglo',
    0.3,
    'Toronto|Montréal|Vancouver|Waterloo|Calgary',
  ],
  ['IL', 'Israel', 'ILS', 30, '+02:00 +03:00', 'levant', 0.8, 'Tel Aviv|Haifa|Jerusalem|Herzliya'],
  ['SG', 'Singapore', 'SGD', 28, '+08:00', 'chinese', 0.5, 'Singapore'],
  ['TR', 'Türkiye', 'TRY', 26, '+03:00', 'turkish', 0.35, 'Istanbul|Ankara|İzmir|Bursa'],
  [
    'BR',
    'Brazil',
    'BRL',
    28,
    '-03:00',
    'iberian',
    0.25,
    'São Paulo|Rio de Janeiro|Florianópolis|Belo Horizonte|Curitiba',
  ],
  ['JP', 'Japan', 'JPY', 24, '+09:00', 'japanese', 0.05, 'Tokyo|Osaka|Kyoto|Fukuoka|Nagoya'],
  ['ES', 'Spain', 'EUR', 22, '+01:00 +02:00', 'iberian', 0, 'Madrid|Barcelona|Valencia|Málaga|Bilbao'],
  ['IT', 'Italy', 'EUR', 16, '+01:00 +02:00', 'italian', 0, 'Milan|Turin|Rome|Bologna'],
  ['CH', 'Switzerland', 'CHF', 18, '+01:00 +02:00', 'german', 0.1, 'Zürich|Lausanne|Geneva|Basel|Zug'],
  ['FI', 'Finland', 'EUR', 12, '+02:00 +03:00', 'nordic', 0, 'Helsinki|Espoo|Tampere|Oulu'],
  ['NO', 'Norway', 'NOK', 11, '+01:00 +02:00', 'nordic', 0.05, 'Oslo|Trondheim|Bergen|Stavanger'],
  ['DK', 'Denmark', 'DKK', 11, '+01:00 +02:00', 'nordic', 0.05, 'Copenhagen|Aarhus|Odense'],
  ['IE', 'Ireland', 'EUR', 11, '+00:00 +01:00', 'anglo', 0.1, 'Dublin|Cork|Galway'],
  ['PL', 'Poland', 'PLN', 12, '+01:00 +02:00', 'slavic', 0.2, 'Warsaw|Kraków|Wrocław|Gdańsk'],
  ['AU', 'Australia', 'AUD', 22, '+10:00 +11:00', 'anglo', 0.15, 'Sydney|Melbourne|Brisbane|Perth'],
  ['AE', 'United Arab Emirates', 'AED', 12, '+04:00', 'levant', 0.8, 'Dubai|Abu Dhabi'],
  ['KR', 'South Korea', 'KRW', 15, '+09:00', 'korean', 0.1, 'Seoul|Pangyo|Daejeon|Busan'],
  ['MX', 'Mexico', 'MXN', 12, '-06:00', 'iberian', 0.6, 'Mexico City|Guadalajara|Monterrey'],
  ['ID', 'Indonesia', 'IDR', 11, '+07:00', 'indonesian', 0.75, 'Jakarta|Bandung|Surabaya'],
  ['NG', 'Nigeria', 'NGN', 9, '+01:00', 'african', 0.85, 'Lagos|Abuja'],
  ['KE', 'Kenya', 'KES', 7, '+03:00', 'african', 0.8, 'Nairobi|Mombasa'],
  ['ZA', 'South Africa', 'ZAR', 8, '+02:00', 'african', 0.5, 'Cape Town|Johannesburg'],
  ['EE', 'Estonia', 'EUR', 8, '+02:00 +03:00', 'nordic', 0, 'Tallinn|Tartu'],
  ['PT', 'Portugal', 'EUR', 9, '+00:00 +01:00', 'iberian', 0, 'Lisbon|Porto|Braga'],
  ['AT', 'Austria', 'EUR', 9, '+01:00 +02:00', 'german', 0, 'Vienna|Graz|Linz'],
  ['BE', 'Belgium', 'EUR', 9, '+01:00 +02:00', 'dutch', 0, 'Brussels|Ghent|Antwerp|Leuven'],
  ['CZ', 'Czechia', 'CZK', 7, '+01:00 +02:00', 'slavic', 0.3, 'Prague|Brno'],
  ['GR', 'Greece', 'EUR', 5, '+02:00 +03:00', 'italian', 0, 'Athens|Thessaloniki'],
];

export const COUNTRIES: readonly Country[] = ROWS.map(
  ([code, name, currency, weight, offsets, region, dollarShare, cities]) => ({
    code,
    name,
    currency,
    weight,
    region,
    dollarShare,
    offsets: offsets.split(' '),
    cities: cities.split('|'),
  }),
);
