import { callsSent, check, failure, memo, same, type ContractStep } from './suite-kit.ts';

/**
 * Steps that cover retention, erasure, and the reasons for storing data. They need contacts that earlier
 * steps fetched.
 */
export const privacySteps: ContractStep[] = [
  {
    name: 'the reason for storing a company includes request, price and retention, and is free',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const before = await callsSent(api);
      const { why } = await api.privacy.why({ companyId });
      const contacts = why.find(({ what, source }) => what === 'company' && source === 'contacts');
      check(
        contacts?.call?.reason === 'You' && contacts.call.cost.records > 0,
        'no request for the contacts',
      );
      const people = why.filter(({ what }) => what === 'people');
      check(people.length > 0, 'no contacts');
      for (const { fetchedAtMs, expiresAtMs } of people)
        check(expiresAtMs !== null && expiresAtMs > fetchedAtMs, 'contacts without a date of deletion');
      same((await api.privacy.why({ companyId: 'never seen' })).why, [], 'why of nothing');
      same(await callsSent(api), before, 'calls');
    },
  },
  {
    name: 'a suppressed contact is deleted, is on no list by name, and does not return when the suppression is lifted',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const names = async (): Promise<string[]> =>
        (await api.companies.people({ id: companyId })).people.map(({ name }) => name);
      const [person] = (await api.companies.people({ id: companyId })).people;
      check(person !== undefined, 'no contact to suppress');
      const { id, forgotten } = await api.privacy.suppress({ companyId, personId: person.personId });
      check(forgotten.people >= 1 && forgotten.logsEmptied, 'no contact was deleted');
      check(!(await names()).includes(person.name), 'still stored');
      const { suppressions, total } = await api.privacy.suppressions({ offset: 0, limit: 50 });
      same([suppressions[0]?.id, total], [id, 1], 'list');
      check(!JSON.stringify(suppressions).includes(person.name), 'a name in the list');
      const error = await failure(
        api.privacy.suppress({ companyId, personId: person.personId }),
        'not-found',
      );
      same(error.what, 'person', 'what');
      await api.privacy.unsuppress({ id });
      same(
        (await api.privacy.suppressions({ offset: 0, limit: 50 })).total,
        0,
        'after lifting the suppression',
      );
      check(!(await names()).includes(person.name), 'the contact returned');
    },
  },
  {
    name: 'a contact is suppressed by a valid address, and invalid addresses are rejected',
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
    name: 'the retention period shows in advance which contacts it deletes, and is applied when set',
    run: async ({ api }) => {
      const now = await api.privacy.retention({});
      same([now.months, now.asked, now.expiresNow], [12, 12, 0], 'retention');
      check(now.people > 0, 'no contact is stored');
      same(
        now.goes.reduce((sum, { people }) => sum + people, 0),
        now.people,
        'contacts to delete',
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
    name: 'the demo’s key cannot be changed',
    run: async ({ api }) => {
      const how = { mode: 'passphrase', passphrase: 'long enough' } as const;
      await failure(api.privacy.changeKey({ how }), 'unsupported');
      same((await api.privacy.status({})).isKeyChanging, false, 'changing');
    },
  },
  {
    name: 'an erased company is deleted, and the user’s note about it stays without its name',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const note = await api.notes.get({ companyId });
      const { name } = (await api.companies.get({ id: companyId })).row;
      const forgotten = await api.privacy.eraseCompany({ companyId });
      same([forgotten.companies, forgotten.copiesPending], [1, false], 'erased');
      check(forgotten.backupsAmended > 0, 'no backup contained its name');
      same((await api.privacy.why({ companyId })).why, [], 'why');
      same((await api.notes.get({ companyId })).body, note.body, 'note');
      same((await api.companies.people({ id: companyId })).people, [], 'people');
      const { queryId } = await api.library.open({ text: name });
      const { rows } = await api.library.rows({ queryId, offset: 0, limit: 50 });
      check(!rows.some((row) => row.name === name && row.companyId === companyId), 'found by its name');
      const { backups } = await api.backups.list({});
      check(
        backups.every(({ state }) => state === 'good'),
        'the erasure damaged a backup',
      );
    },
  },
  {
    name: 'deleting downloaded data leaves user data and ledger',
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
        'a file is damaged',
      );
    },
  },
];
