import { parentPort, workerData } from 'node:worker_threads';
import v8 from 'node:v8';
import MiniSearch, { type SearchResult } from 'minisearch';
import { startTimes } from './lib/times.ts';
import type { MiniAnswer, MiniBuilt, MiniQuestion } from './search-minisearch.ts';
import { makeCompanies, type MadeCompany } from './search-world.ts';

/*
 * Runs MiniSearch in a separate heap, configured as its documentation suggests. The index covers every text
 * field and stores the data for rows and facets. A search returns all matches, from which the total and the
 * facets are counted in a single pass. MiniSearch has an advantage in this comparison: it treats only the
 * last word of a query as a prefix, while the product treats every word as a prefix.
 */

type StoredFields = Pick<
  MadeCompany,
  'id' | 'name' | 'description' | 'country' | 'stage' | 'announcedOn' | 'industries'
>;
type Match = SearchResult & StoredFields;

const port = parentPort;
if (port === null) throw new Error('to be started as a worker');
const { count } = workerData as { readonly count: number };

const index = new MiniSearch<MadeCompany>({
  idField: 'id',
  fields: ['name', 'description', 'industries', 'tags', 'technologies'],
  storeFields: ['id', 'name', 'country', 'stage', 'announcedOn', 'industries'],
  extractField: (company, field) => {
    const value: unknown = Reflect.get(company, field);
    return Array.isArray(value) && field !== 'industries' ? value.join(' ') : value;
  },
});

function build(): MiniBuilt {
  const companies = [...makeCompanies(count)];
  const before = v8.getHeapStatistics().used_heap_size;
  const startMs = performance.now();
  index.addAll(companies);
  const buildS = (performance.now() - startMs) / 1_000;
  companies.length = 0;
  return { kind: 'built', buildS, heapMb: (v8.getHeapStatistics().used_heap_size - before) / 1e6 };
}

function page({ words, filters }: MiniQuestion): { total: number; rows: Match[]; values: number } {
  const matches = index.search(words.join(' '), {
    combineWith: 'AND',
    prefix: (_term, at, terms) => at === terms.length - 1,
  }) as Match[];
  const counts = {
    country: new Map<string, number>(),
    stage: new Map<string, number>(),
    industry: new Map<string, number>(),
  };
  const add = (of: Map<string, number>, value: string): void => void of.set(value, (of.get(value) ?? 0) + 1);
  const filtered: Match[] = [];
  for (const match of matches) {
    const isCountry = filters === null || match.country === filters.country;
    const isStage = filters === null || match.stage === filters.stage;
    const isIndustry = filters === null || match.industries.includes(filters.industry);
    if (isStage && isIndustry) add(counts.country, match.country);
    if (isCountry && isIndustry) add(counts.stage, match.stage);
    if (isCountry && isStage) for (const industry of match.industries) add(counts.industry, industry);
    if (isCountry && isStage && isIndustry) filtered.push(match);
  }
  filtered.sort((a, b) => (a.announcedOn < b.announcedOn ? 1 : a.announcedOn > b.announcedOn ? -1 : 0));
  return {
    total: filtered.length,
    rows: filtered.slice(0, 50),
    values: counts.country.size + counts.stage.size + counts.industry.size,
  };
}

port.on('message', (question: MiniQuestion) => {
  const end = startTimes();
  const { total } = page(question);
  const answer: MiniAnswer = { kind: 'answer', total, ...end() };
  port.postMessage(answer);
});
port.postMessage(build());
