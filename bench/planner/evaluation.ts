import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createSystemClock } from '../../electron/adapters/system-clock.ts';
import { createSystemRandom } from '../../electron/adapters/system-random.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { close, transaction, type WriteDb } from '../../electron/core/database/sql.ts';
import { createContactEncryption } from '../../electron/core/contacts/contact-encryption.ts';
import { storeReceivedContacts } from '../../electron/core/contacts/store-contacts.ts';
import type { SettingsStore } from '../../electron/core/ports.ts';
import type { Api } from '../../shared/contract/index.ts';
import type { BuyerRoles } from '../../shared/model/buyer-roles.ts';
import { marketSchema } from '../../shared/model/market.ts';
import { createMapSettings, startTestApp } from '../../test/support/app/test-app.ts';
import { tempDir } from '../../test/support/common/temp-dir.ts';
import { startTimes } from '../lib/times.ts';
import { fillCache, makeCompanies, type MadeCompany } from '../search-world.ts';

/*
 * Measures how long the process is blocked while it computes the plan for lists with very many companies. To
 * make this the worst case, every company has raised a round within the last month. For each company, the
 * plan must therefore consider fetching its contacts and its profile. With buyer roles, the titles of six
 * contacts are stored for each company, and the plan must count the contacts whose titles match.
 */

export interface EvaluationFigures {
  readonly companies: number;
  readonly proposed: number;
  readonly evaluations: number;
  /** Median and maximum duration, excluding the time spent waiting for a processor. */
  readonly medianMs: number;
  readonly longestMs: number;
}

interface Place {
  readonly dataDir: string;
  readonly settings: SettingsStore;
}

const DAY_MS = 86_400_000;
const EVALUATIONS = 30;
const WARM_UP = 5;
const LIST_PAGE = 50;
/** The demo's contact key, which is not secret (`contact-key.ts`). */
const DEMO_KEY = Buffer.from('roundwatch demo: invented people', 'utf8');
const TITLES = [
  'Co-founder & CEO',
  'Chief Technology Officer',
  'VP Sales',
  'Head of Marketing',
  'Chief Financial Officer',
  'Head of People',
  'Director of Product',
  'Engineering Manager',
];
const TITLES_EACH = 6;

export async function measureEvaluations(
  companies: number,
  buyerRoles: BuyerRoles | null,
): Promise<EvaluationFigures> {
  const folder = tempDir();
  const place = { dataDir: folder.path, settings: createMapSettings() };
  try {
    const ids = await fillLibrary(place, companies, buyerRoles !== null);
    const app = await startTestApp(place);
    try {
      const { api } = app;
      const market = marketSchema.parse({ stages: ['Seed', 'Series A'], countries: ['AA', 'BA'] });
      await api.market.set({ market, saveAs: null });
      if (buyerRoles !== null) await api.market.setBuyerRoles({ buyerRoles });
      const { id } = await api.watchlists.create({ name: 'Followed' });
      for (let from = 0; from < ids.length; from += LIST_PAGE)
        await api.watchlists.add({ id, companyIds: ids.slice(from, from + LIST_PAGE), reason: '' });
      return { companies: ids.length, ...(await evaluatePlan(api)) };
    } finally {
      await app.dispose();
    }
  } finally {
    folder.remove();
  }
}
async function evaluatePlan(api: Api): Promise<Omit<EvaluationFigures, 'companies'>> {
  const durationsMs: number[] = [];
  let proposed = 0;
  for (let evaluation = 0; evaluation < EVALUATIONS + WARM_UP; evaluation += 1) {
    const times = startTimes();
    proposed = (await api.plan.today({})).proposal.items.length;
    if (evaluation >= WARM_UP) durationsMs.push(times().ms);
  }
  durationsMs.sort((a, b) => a - b);
  return {
    proposed,
    evaluations: EVALUATIONS,
    medianMs: durationsMs[EVALUATIONS >> 1] ?? 0,
    longestMs: durationsMs.at(-1) ?? 0,
  };
}

async function fillLibrary(place: Place, count: number, hasTitles: boolean): Promise<string[]> {
  const first = await startTestApp(place);
  await first.api.workspaces.exploreDemo({});
  const { serverNowMs } = await first.api.quota.status({});
  await first.dispose();
  const parent = join(place.dataDir, 'workspaces');
  const id = readdirSync(parent).find((name) => existsSync(join(parent, name, 'cache.db'))) ?? '';
  const clock = createSystemClock();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const companies = [...makeCompanies(count)].map((company, at) => ({
    ...company,
    announcedOn: new Date(serverNowMs - (at % 28) * DAY_MS).toISOString().slice(0, 10),
  }));
  const cache = openDatabase(join(parent, id, 'cache.db'), { clock, log });
  fillCache(cache, companies, serverNowMs);
  if (hasTitles) transaction(cache, () => fillTitles(cache, companies, serverNowMs));
  close(cache);
  return companies.map((company) => company.id);
}

/** Stores contacts with titles, as if they came from a profile. */
function fillTitles(cache: WriteDb, companies: readonly MadeCompany[], atMs: number): void {
  const seal = createContactEncryption(DEMO_KEY, createSystemRandom());
  const suppressions = { any: () => false, withholds: () => false };
  for (const { id, at } of companies)
    storeReceivedContacts(
      cache,
      { mode: 'open', seal, suppressions },
      {
        companyId: id,
        contacts: Array.from({ length: TITLES_EACH }, (_, index) => ({
          contactId: `con_${at}_${index}`,
          name: `Person ${index}`,
          title: TITLES[(at + index) % TITLES.length] ?? null,
          email: null,
          emailValid: false,
          linkedinUrl: null,
        })),
        stamp: { source: 'company', fetchedAtMs: atMs },
      },
    );
}
