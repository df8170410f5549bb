import type { NameRegion } from './countries.ts';

interface NamePool {
  readonly given: readonly string[];
  readonly family: readonly string[];
}

const pool = (given: string, family: string): NamePool => ({
  given: given.split(' '),
  family: family.split(' '),
});

/**
 * Common given and family names in each region. Contacts get random combinations, which do not represent real
 * people.
 */
export const NAME_POOLS: Readonly<Record<NameRegion, NamePool>> = {
  anglo: pool(
    'Hannah Oliver Grace Marcus Ella Nathan Claire Samuel Rachel Dominic Holly Trevor Naomi Elliot Paige Gareth Imogen Wesley Tessa Callum',
    'Whitfield Okafor Brennan Marlowe Ashworth Delgado Pemberton Calloway Hargrove Lindqvist Mercer Radcliffe Sinclair Thorne Vance Winslow Barlow Keating Nguyen Prescott',
  ),
  german: pool(
    'Tobias Eva Lukas Johanna Matthias Katrin Sebastian Anneke Florian Miriam Jonas Svenja Henrik Leonie Moritz Ulrike',
    'Lenk Brandt Voss Kessler Hartwig Baumann Reinhardt Sommer Vogel Dietrich Falk Albrecht Steinbach Winkler Ziegler Jäger',
  ),
  french: pool(
    'Camille Julien Margaux Antoine Élodie Baptiste Solène Mathieu Inès Rémi Clémence Thibault Aurélie Hugo Océane Guillaume',
    'Lefèvre Moreau Garnier Rousseau Chevalier Marchand Delacourt Perrin Fontaine Renaud Beaumont Carlier Vasseur Lemoine Dumas Picard',
  ),
  nordic: pool(
    'Freja Anders Ingrid Lars Astrid Mikkel Sanna Erik Linnea Oskar Kaisa Sigrid Jussi Maja Torben Elin',
    'Lindholm Bergström Halvorsen Nyberg Sørensen Koskinen Dahl Ekström Virtanen Solberg Tamm Hedlund Kjær Sandvik Mäkelä Rask',
  ),
  dutch: pool(
    'Sanne Daan Femke Bram Lotte Jeroen Maartje Pieter Iris Wouter Anouk Thijs Eline Ruben Marieke Koen',
    'Vermeulen Dekker Hoekstra Bakker Jansen Visser Kuipers Wouters Peeters Claes Maes Mulder Brouwer Postma Timmermans Smit',
  ),
  iberian: pool(
    'Lucía Mateo Beatriz Rafael Inês Tiago Valentina Javier Carolina Thiago Marta Andrés Luana Diego Helena Rodrigo',
    'Fonseca Herrera Azevedo Castillo Moreira Navarro Figueiredo Ortega Cardoso Salinas Teixeira Vidal Barbosa Iglesias Queiroz Rivas',
  ),
  italian: pool(
    'Giulia Marco Chiara Lorenzo Elena Matteo Francesca Davide Ioanna Nikos Alessia Stefano Eleni Andreas Martina Luca',
    'Bellini Conti Ferrara Galli Marchetti Rinaldi Santoro Vitale Papadakis Zervas Lombardi Moretti Drakos Fontana Serra Basile',
  ),
  slavic: pool(
    'Zofia Jakub Marta Tomasz Kateřina Ondřej Agnieszka Piotr Lenka Vojtěch Magdalena Marek Alicja Petr Hanna Kamil',
    'Nowicki Kowalczyk Dvořák Zielińska Novotný Wróbel Marek Horák Lewandowski Procházka Sikora Kučera Mazur Beneš Pawlak Šimek',
  ),
  turkish: pool(
    'Elif Emre Zeynep Kerem Defne Burak Selin Onur Ece Mert Ayşe Cem Nazlı Tolga Derya Barış',
    'Yıldız Aydın Demir Kaya Öztürk Arslan Şahin Korkmaz Çelik Erdoğan Polat Güneş Aksoy Tekin Uçar Bulut',
  ),
  indian: pool(
    'Ananya Rohan Priya Arjun Meera Vikram Kavya Nikhil Ishita Karthik Divya Aditya Sneha Rahul Nandini Sanjay',
    'Iyer Mehta Rao Krishnan Bhatia Deshpande Nair Kulkarni Chatterjee Menon Agarwal Reddy Joshi Banerjee Patel Srinivasan',
  ),
  japanese: pool(
    'Haruka Kenji Yuki Takumi Aiko Ryota Misaki Daichi Naoko Shota Emi Kazuki Sayaka Hiroto Mei Tsubasa',
    'Tanabe Mori Fujiwara Okada Hayashi Ishikawa Nakano Shimizu Kondo Aoki Matsuda Ueda Kimura Sakai Noguchi Hirano',
  ),
  korean: pool(
    'Jiwoo Minjun Seoyeon Hyunwoo Yuna Dohyun Eunji Sungmin Haeun Jaehyun Soojin Taeyang Minji Woojin Nari Joon',
    'Kim Lee Park Choi Jung Kang Yoon Lim Han Seo Shin Kwon Hwang Ahn Song Bae',
  ),
  chinese: pool(
    'Wei-Lin Jia-Hui Marcus Xin-Yi Kelvin Hui-Min Aaron Li-Ting Desmond Shu-Fen Jasmine Zhi-Hao Rachel Jun-Wei Sharifah Arvind',
    'Tan Lim Goh Ong Chua Teo Koh Ng Wong Chia Sim Yeo Quek Rahman Pillai Seah',
  ),
  levant: pool(
    'Amira Yonatan Noa Omar Tamar Eitan Layla Amit Shira Karim Maya Rami Yael Tariq Dana Faisal',
    'Haddad Ben-Ami Shapira Mansour Levin Al-Sayed Barak Nasser Peretz Khoury Shalev Farouk Golan Saab Almog Rahal',
  ),
  african: pool(
    'Adaeze Chidi Wanjiru Kwame Zanele Tunde Amina Kofi Naledi Femi Achieng Sipho Ngozi Kamau Thandiwe Obinna',
    'Okonkwo Mwangi Dlamini Adeyemi Otieno Nkosi Balogun Kariuki Molefe Eze Wafula Khumalo Abiola Njoroge Botha Nwosu',
  ),
  indonesian: pool(
    'Putri Budi Dewi Rizky Ayu Fajar Sari Dimas Intan Bagus Ratna Yoga Wulan Arif Citra Hendra',
    'Santoso Wijaya Pratama Siregar Hidayat Kusuma Nugroho Lestari Setiawan Halim Utami Gunawan Saputra Maharani Wibowo Hartono',
  ),
};

/** Titles for a company's first contact; the company's other contacts get `OTHER_TITLES`. */
export const FOUNDER_TITLES: readonly string[] = [
  'Co-founder & CEO',
  'Co-founder, CTO',
  'Founder & CEO',
  'Chief Executive Officer',
];
export const OTHER_TITLES: readonly string[] = [
  'Chief Technology Officer',
  'VP Sales',
  'Head of Marketing',
  'VP Engineering',
  'Chief Operating Officer',
  'Head of People',
  'Director of Product',
  'Chief Financial Officer',
  'Head of Partnerships',
  'Director of Customer Success',
  'Head of Finance',
  'VP Product',
  'Revenue Operations Manager',
  'Head of Growth',
  'Engineering Manager, Platform',
  'Director, Security & Compliance',
  'Chief of Staff',
  'Head of Procurement',
];
