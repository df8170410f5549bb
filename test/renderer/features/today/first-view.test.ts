import { expect, it } from 'vitest';
import type { Person } from '../../../../shared/model/company.ts';
import type * as ClosingModule from '../../../../renderer/features/today/closing/closing-in-library.svelte.ts';
import type * as WhomModule from '../../../../renderer/features/today/whom-to-write.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { TodayLine } from '../../../../renderer/features/today/today-lines.ts';
import { compiled } from '../../support/compiled.ts';

/*
 * The data that Today adds to its rows after they first appear: the contact to write to, and the contact
 * windows in the library that close soon.
 */
const load = compiled();
const NOW = Date.UTC(2026, 5, 10);
const DAY = 86_400_000;

const person = (name: string, title: string, match: 'strong' | 'none'): Person => ({
  personId: name,
  name,
  title,
  email: `${name}@example.com`,
  emailValid: true,
  linkedinUrl: null,
  match: { match, role: null, reason: null } as never,
  stamp: { source: 'contacts', fetchedAtMs: 0 },
});

async function openWhom() {
  const { WhomToWrite } = (await load('/renderer/features/today/whom-to-write.ts')) as typeof WhomModule;
  const people = {
    list: [person('Bo', 'CEO', 'none'), person('Ana', 'CTO', 'strong')],
    read: [] as string[],
  };
  const changes = { keys: () => undefined as void, companies: (_: { id: string }) => undefined as void };
  const api = {
    companies: {
      onChanged: (run: typeof changes.companies) => ((changes.companies = run), () => undefined),
      people: ({ id }: { id: string }) => {
        people.read.push(id);
        return Promise.resolve({ people: people.list });
      },
    },
    market: { onChanged: () => () => undefined },
    keys: { onChanged: (run: typeof changes.keys) => ((changes.keys = run), () => undefined) },
  } as unknown as Api;
  return { whom: new WhomToWrite(api), people, changes };
}

it('names the best match of a company, and no one while contacts are locked', async () => {
  const { whom, people, changes } = await openWhom();
  await whom.show(['a']);
  expect(whom.of('a')).toMatchObject({ name: 'Ana', title: 'CTO' });
  expect(whom.of('b')).toBeNull();
  people.list = [];
  changes.keys();
  // The name is hidden immediately, before the contacts have been read again.
  expect(whom.of('a')).toBeNull();
});

it('reads the contacts of a few companies only, and not again for the same ones', async () => {
  const { whom, people, changes } = await openWhom();
  const ids = Array.from({ length: 30 }, (_, at) => String(at));
  await whom.show(ids);
  await whom.show(ids);
  expect(people.read).toHaveLength(10);
  changes.companies({ id: 'other' });
  expect(people.read).toHaveLength(10);
});

it('counts the closing windows of the library once a minute, and those on Today as the library does', async () => {
  const { ClosingInLibrary, closingOnToday } = (await load(
    '/renderer/features/today/closing/closing-in-library.svelte.ts',
  )) as typeof ClosingModule;
  let count = 0;
  const library = new ClosingInLibrary({
    library: { find: () => Promise.resolve({ total: 7 + count++ }) },
  } as unknown as Api);
  await library.count(NOW);
  await library.count(NOW + 59_000);
  expect(library.total).toBe(7);
  await library.count(NOW + 60_000);
  expect(library.total).toBe(8);
  const closing = (closesAtMs: number | null) =>
    ({ kind: 'company', company: { row: { window: { closesAtMs } } } }) as unknown as TodayLine;
  const lines = [closing(NOW + 7 * DAY), closing(NOW + 7 * DAY + 1), closing(null)];
  expect(closingOnToday(lines, NOW)).toBe(1);
});
