import { callsSent, check, failure, memo, same, type ContractStep } from './suite-kit.ts';

/**
 * Why data is stored, how long, and how it is erased. The steps follow those that fetched a company's
 * contacts.
 */
export const privacySteps: ContractStep[] = [
  {
    name: 'why a company is kept is told with call, price and retention, and asking costs nothing',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const before = await callsSent(api);
      const { why } = await api.privacy.why({ companyId });
      const contacts = why.find(({ what, source }) => what === 'company' && source === 'contacts');
      check(contacts?.call?.reason === 'You' && contacts.call.cost.records > 0, 'no call of the contacts');
      const people = why.filter(({ what }) => what === 'people');
      check(people.length > 0, 'no people');
      for (const { fetchedAtMs, goesAtMs } of people)
        check(goesAtMs !== null && goesAtMs > fetchedAtMs, 'people without a date on which they go');
      same((await api.privacy.why({ companyId: 'never seen' })).why, [], 'why of nothing');
      same(await callsSent(api), before, 'calls');
    },
  },
  {
    name: 'a suppressed person is gone, is in no list by name, and does not return when that is taken back',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const names = async (): Promise<string[]> =>
        (await api.companies.people({ id: companyId })).people.map(({ name }) => name);
      const [person] = (await api.companies.people({ id: companyId })).people;
      check(person !== undefined, 'nobody to suppress');
      const { id, forgotten } = await api.privacy.suppress({ companyId, personId: person.personId });
      check(forgotten.people >= 1 && forgotten.logsEmptied, 'nobody went');
      check(!(await names()).includes(person.name), 'still there');
      const { suppressions, total } = await api.privacy.suppressions({ offset: 0, limit: 50 });
      same([suppressions[0]?.id, total], [id, 1], 'list');
      check(!JSON.stringify(suppressions).includes(person.name), 'a name in the list');
      const error = await failure(
        api.privacy.suppress({ companyId, personId: person.personId }),
        'not-found',
      );
      same(error.what, 'person', 'what');
      await api.privacy.unsuppress({ id });
      same((await api.privacy.suppressions({ offset: 0, limit: 50 })).total, 0, 'after taking it back');
      check(!(await names()).includes(person.name), 'returned by that');
    },
  },
  {
    name: 'somebody who wrote is suppressed by an address, and nothing that is none is taken for one',
    run: async ({ api }) => {
      for (const typed of [
        { email: null, linkedinUrl: null },
        { email: 'no address', linkedinUrl: null },
      ])
        await failure(api.privacy.suppressByIdentifier(typed), 'validation');
      const { id } = await api.privacy.suppressByIdentifier({
        email: 'who.wrote@example.com',
        linkedinUrl: null,
      });
      const { suppressions } = await api.privacy.suppressions({ offset: 0, limit: 50 });
      same([suppressions[0]?.asked, suppressions[0]?.knownBy], ['typed', ['email']], 'suppression');
      await api.privacy.unsuppress({ id });
      await failure(api.privacy.unsuppress({ id: '0'.repeat(24) }), 'not-found');
    },
  },
  {
    name: 'the retention says who would go before it is set, and is applied when it is',
    run: async ({ api }) => {
      const now = await api.privacy.retention({});
      same([now.months, now.asked, now.goesNow], [12, 12, 0], 'retention');
      check(now.people > 0, 'nobody is kept');
      same(
        now.goes.reduce((sum, { people }) => sum + people, 0),
        now.people,
        'who goes',
      );
      const never = await api.privacy.retention({ months: null });
      same([never.months, never.asked, never.goes], [12, null, []], 'never');
      same((await api.privacy.setRetention({ months: 24 })).months, 24, 'set');
      same((await api.privacy.status({})).retentionMonths, 24, 'status');
      await api.privacy.setRetention({ months: 12 });
      await failure(api.privacy.setRetention({ months: 0 }), 'validation');
    },
  },
  {
    name: 'the demo’s key is not changed',
    run: async ({ api }) => {
      const how = { mode: 'passphrase', passphrase: 'long enough' } as const;
      await failure(api.privacy.changeKey({ how }), 'unsupported');
      same((await api.privacy.status({})).isKeyChanging, false, 'changing');
    },
  },
  {
    name: 'an erased company is gone, and the seller’s note about it stays without its name',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const note = await api.notes.get({ companyId });
      const { name } = (await api.companies.get({ id: companyId })).row;
      const forgotten = await api.privacy.eraseCompany({ companyId });
      same([forgotten.companies, forgotten.copiesPending], [1, false], 'erased');
      check(forgotten.backupsAmended > 0, 'no backup named it');
      same((await api.privacy.why({ companyId })).why, [], 'why');
      same((await api.notes.get({ companyId })).body, note.body, 'note');
      same((await api.companies.people({ id: companyId })).people, [], 'people');
      const { queryId } = await api.library.open({ text: name });
      const { rows } = await api.library.rows({ queryId, offset: 0, limit: 50 });
      check(!rows.some((row) => row.name === name && row.companyId === companyId), 'found by its name');
      const { backups } = await api.backups.list({});
      check(
        backups.every(({ state }) => state === 'good'),
        'a backup is damaged by it',
      );
    },
  },
  {
    name: 'a wipe of service data leaves the seller’s words, the ledger and nothing else',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const note = await api.notes.get({ companyId });
      const { total } = await api.quota.ledger({ offset: 0, limit: 1 });
      const { watchlists } = await api.watchlists.list({});
      await api.privacy.wipeServiceData({});
      same((await api.privacy.status({})).people, 0, 'people');
      same((await api.search.last({})).set, null, 'results');
      same((await api.notes.get({ companyId })).body, note.body, 'note');
      same((await api.watchlists.list({})).watchlists, watchlists, 'watchlists');
      same((await api.quota.ledger({ offset: 0, limit: 1 })).total, total, 'ledger');
      same((await api.privacy.status({})).erasedCompanies, 1, 'erased companies');
      const { files } = await api.backups.status({});
      check(
        files.every(({ state }) => state === 'ok'),
        'a file is not sound',
      );
    },
  },
];
