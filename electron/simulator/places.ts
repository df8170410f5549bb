/** Countries of the invented world: weight, currency, rough value of a dollar, cities and the names people bear there. */
export interface Place {
  readonly code: string;
  readonly name: string;
  readonly weight: number;
  readonly currency: string;
  readonly perUsd: number;
  readonly first: readonly string[];
  readonly last: readonly string[];
}

const words = (text: string): readonly string[] => text.split(' ');

const ENGLISH_FIRST = words(
  'Amelia Ruth Grace Naomi Claire Hannah Priya Olivia Marcus Daniel Owen Theo Julian Simon Isaac Victor Leah Renee Malcolm Tessa Caleb Fiona Desmond Audrey',
);
const ENGLISH_LAST = words(
  'Hartwell Okafor Lindqvist Marsh Delgado Whitaker Osei Bennett Castellan Ferris Holloway Nakamura Prescott Varga Ellery Thorne Ashdown Quill Brandt Moreau Sato Kessler Ibarra Winslow',
);
const GERMAN_FIRST = words(
  'Hanna Tobias Lena Jonas Katrin Felix Amelie Moritz Greta Lukas Frieda Anton Theresa Emil',
);
const GERMAN_LAST = words(
  'Voss Lenk Brandt Kessler Hartmann Riedel Thiel Ahrens Vogt Lindner Seidel Maurer Falk Ostermann',
);
const FRENCH_FIRST = words(
  'Camille Louis Manon Hugo Elise Antoine Juliette Bastien Margot Adrien Solene Thibault',
);
const FRENCH_LAST = words(
  'Moreau Lacombe Girard Delorme Fontaine Marchand Rousselet Vasseur Charpentier Aubry Lemaire Picard',
);
const NORDIC_FIRST = words('Astrid Erik Ingrid Magnus Saga Anders Freja Henrik Linnea Oskar Signe Rasmus');
const NORDIC_LAST = words(
  'Lindholm Bergstrand Dahl Nygaard Solheim Ekberg Halvorsen Sandvik Thorsen Wikstrand Aaltonen Holm',
);
const INDIAN_FIRST = words('Ananya Rohan Meera Arjun Kavya Vikram Isha Nikhil Divya Sanjay Lakshmi Aditya');
const INDIAN_LAST = words(
  'Raman Deshpande Kulkarni Banerjee Chandran Malhotra Subramaniam Bhatia Nair Joshi Kapoor Sethi',
);
const TURKISH_FIRST = words('Elif Deniz Kerem Zeynep Baris Selin Emre Defne Ozan Ceren');
const TURKISH_LAST = words('Aydemir Kaplan Yalin Toprak Erdem Sezgin Korkmaz Duman Arslan Tekin');
const IBERIAN_FIRST = words('Lucia Mateo Ines Rafael Beatriz Tomas Carmen Diego Mariana Joaquim');
const IBERIAN_LAST = words(
  'Figueroa Navarro Almeida Carvalho Ibarra Montes Serrano Teixeira Valente Quintana',
);
const EAST_FIRST = words('Haruka Kenji Yuki Mei Wei Jun Sora Aiko Ren Lian Hiro Min');
const EAST_LAST = words('Takeda Mori Lim Tan Okada Chen Kurosawa Ng Fujimoto Sim Hayashi Goh');
const HEBREW_FIRST = words('Noa Eitan Tamar Yonatan Shira Amir Maya Omer Talia Gideon');
const HEBREW_LAST = words('Barak Shalev Navon Peretz Almog Carmeli Dagan Harel Rosen Tzur');

export const PLACES: readonly Place[] = [
  {
    code: 'US',
    name: 'United States',
    weight: 40,
    currency: 'USD',
    perUsd: 1,
    first: ENGLISH_FIRST,
    last: ENGLISH_LAST,
  },
  {
    code: 'GB',
    name: 'United Kingdom',
    weight: 10,
    currency: 'GBP',
    perUsd: 0.8,
    first: ENGLISH_FIRST,
    last: ENGLISH_LAST,
  },
  {
    code: 'DE',
    name: 'Germany',
    weight: 8,
    currency: 'EUR',
    perUsd: 0.92,
    first: GERMAN_FIRST,
    last: GERMAN_LAST,
  },
  {
    code: 'FR',
    name: 'France',
    weight: 6,
    currency: 'EUR',
    perUsd: 0.92,
    first: FRENCH_FIRST,
    last: FRENCH_LAST,
  },
  {
    code: 'IN',
    name: 'India',
    weight: 7,
    currency: 'INR',
    perUsd: 84,
    first: INDIAN_FIRST,
    last: INDIAN_LAST,
  },
  {
    code: 'SE',
    name: 'Sweden',
    weight: 3,
    currency: 'SEK',
    perUsd: 10.5,
    first: NORDIC_FIRST,
    last: NORDIC_LAST,
  },
  {
    code: 'NO',
    name: 'Norway',
    weight: 2,
    currency: 'NOK',
    perUsd: 10.8,
    first: NORDIC_FIRST,
    last: NORDIC_LAST,
  },
  {
    code: 'DK',
    name: 'Denmark',
    weight: 2,
    currency: 'DKK',
    perUsd: 6.9,
    first: NORDIC_FIRST,
    last: NORDIC_LAST,
  },
  {
    code: 'FI',
    name: 'Finland',
    weight: 2,
    currency: 'EUR',
    perUsd: 0.92,
    first: NORDIC_FIRST,
    last: NORDIC_LAST,
  },
  {
    code: 'NL',
    name: 'Netherlands',
    weight: 3,
    currency: 'EUR',
    perUsd: 0.92,
    first: GERMAN_FIRST,
    last: GERMAN_LAST,
  },
  {
    code: 'CH',
    name: 'Switzerland',
    weight: 2,
    currency: 'CHF',
    perUsd: 0.88,
    first: GERMAN_FIRST,
    last: GERMAN_LAST,
  },
  {
    code: 'AT',
    name: 'Austria',
    weight: 1,
    currency: 'EUR',
    perUsd: 0.92,
    first: GERMAN_FIRST,
    last: GERMAN_LAST,
  },
  {
    code: 'ES',
    name: 'Spain',
    weight: 3,
    currency: 'EUR',
    perUsd: 0.92,
    first: IBERIAN_FIRST,
    last: IBERIAN_LAST,
  },
  {
    code: 'BR',
    name: 'Brazil',
    weight: 3,
    currency: 'BRL',
    perUsd: 5.6,
    first: IBERIAN_FIRST,
    last: IBERIAN_LAST,
  },
  {
    code: 'CA',
    name: 'Canada',
    weight: 4,
    currency: 'CAD',
    perUsd: 1.37,
    first: ENGLISH_FIRST,
    last: ENGLISH_LAST,
  },
  {
    code: 'IL',
    name: 'Israel',
    weight: 3,
    currency: 'USD',
    perUsd: 1,
    first: HEBREW_FIRST,
    last: HEBREW_LAST,
  },
  {
    code: 'SG',
    name: 'Singapore',
    weight: 2,
    currency: 'SGD',
    perUsd: 1.34,
    first: EAST_FIRST,
    last: EAST_LAST,
  },
  { code: 'JP', name: 'Japan', weight: 2, currency: 'JPY', perUsd: 152, first: EAST_FIRST, last: EAST_LAST },
  {
    code: 'TR',
    name: 'Türkiye',
    weight: 2,
    currency: 'TRY',
    perUsd: 38,
    first: TURKISH_FIRST,
    last: TURKISH_LAST,
  },
];
