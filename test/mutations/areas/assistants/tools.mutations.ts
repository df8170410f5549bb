import type { Mutation } from '../../mutation.ts';
import { planted } from '../../planted.ts';

const TOOLS = 'electron/core/assistants/tools';
const TESTS = 'test/unit/assistants';
const READS = `${TESTS}/tools/read-tools.test.ts`;
const CONTACTS = `${TESTS}/tools/contact-tools.test.ts`;
const TODAY = `${TESTS}/tools/today-tool.test.ts`;
const OWN = `${TESTS}/tools/own-data-tools.test.ts`;

/** Defects in the tools, resources and prompts of assistants. */
export const TOOL_MUTATIONS: readonly Mutation[] = [
  planted({
    name: 'tool-contacts-without-permission',
    guarantee: 'contacts need the permission for contacts',
    file: `${TOOLS}/contacts.ts`,
    find: "permission: 'contacts'",
    replace: "permission: 'read'",
    test: [READS, 'asks for the permission that its data needs, and only some may change anything'],
  }),
  planted({
    name: 'tool-contacts-while-locked',
    guarantee: 'no tool reads contacts while they are locked',
    file: `${TOOLS}/contacts.ts`,
    find: 'requireUnlocked(context);',
    replace: '',
    test: [CONTACTS, 'is refused while contacts are locked, and counts nothing'],
  }),
  planted({
    name: 'tool-contacts-without-release-limit',
    guarantee: 'contacts for assistants pass the release limit',
    file: `${TOOLS}/contacts.ts`,
    find: 'if (!released.allowed)',
    replace: "if (!released.allowed && company_id === '')",
    test: [CONTACTS, 'is refused when the contacts of too many companies were released within a minute'],
  }),
  planted({
    name: 'tool-finds-beyond-the-cap',
    guarantee: 'the search asks the limit on companies first',
    file: `${TOOLS}/find-companies.ts`,
    find: 'const allowed = context.hand(ids);',
    replace: 'const allowed = ids;',
    test: [
      READS,
      'names only the companies that the limit still allows',
      'counts every company that it names, and sends no request',
    ],
  }),
  planted({
    name: 'tool-company-beyond-the-cap',
    guarantee: 'every tool about one company asks the limit on companies first',
    file: `${TOOLS}/tool-parts.ts`,
    find: 'context.hand([companyId]);',
    replace: '',
    test: [READS, 'returns nothing about a company when the limit on companies is reached'],
  }),
  planted({
    name: 'tool-today-beyond-the-cap',
    guarantee: 'today names only the companies that the limit allows',
    file: `${TOOLS}/today.ts`,
    find: 'shown: shown.filter(({ companyId }) => allowed.has(companyId)),',
    replace: 'shown,',
    test: [TODAY, 'names only companies that the limit still allows'],
  }),
  planted({
    name: 'tool-finds-hidden-notes',
    guarantee: 'a search does not reveal notes to a client that may not read them',
    file: `${TOOLS}/find-companies.ts`,
    find: "!mayReadNotes && matched === 'note'",
    replace: "!mayReadNotes && matched === 'tag'",
    test: [READS, 'does not reveal what a note contains to a client that may not read notes'],
  }),
  planted({
    name: 'tool-brief-with-hidden-notes',
    guarantee: 'a brief contains notes only with the permission for notes',
    file: `${TOOLS}/own-data-of.ts`,
    find: "context.client.may('notes') ?",
    replace: "context.client.may('read') ?",
    test: [READS, 'returns the user’s texts only with the permission for notes'],
  }),
  planted({
    name: 'tool-erased-company',
    guarantee: 'no tool knows an erased company',
    file: `${TOOLS}/tool-parts.ts`,
    find: "?.name ?? '') !== ''",
    replace: '?.name ?? null) !== null',
    test: [READS, 'refuses an unknown and an erased company, without counting it'],
  }),
  planted({
    name: 'tool-changes-without-limit',
    guarantee: 'assistants cannot push the user’s steps out of the undo list',
    file: `${TOOLS}/own-data.ts`,
    find: 'HOUR_MS) >= CHANGES_AN_HOUR)',
    replace: 'HOUR_MS) > 9 * CHANGES_AN_HOUR)',
    test: [
      OWN,
      'assistants make at most 30 changes an hour, so they cannot push the user’s steps out of the undo list',
    ],
  }),
  planted({
    name: 'tool-changes-as-the-user',
    guarantee: 'a change by an assistant is recorded as such',
    file: `${TOOLS}/own-data.ts`,
    find: 'const assistant = context.client.name;',
    replace: 'const assistant = null;',
    test: [
      OWN,
      'assistants make at most 30 changes an hour, so they cannot push the user’s steps out of the undo list',
    ],
  }),
  planted({
    name: 'resource-never-opened',
    guarantee: 'a company that the user neither opened nor listed has no address',
    file: 'electron/core/assistants/resources.ts',
    find: 'companyId === null || !isShared(context, companyId)',
    replace: 'companyId === null || !isShared(context, companyId) === null',
    test: [
      `${TESTS}/resources-and-prompts.test.ts`,
      'is not found for a company that the user has neither opened nor listed',
    ],
  }),
  planted({
    name: 'prompt-with-raw-name',
    guarantee: 'the argument of a prompt cannot add instructions',
    file: 'electron/core/assistants/prompts.ts',
    find: 'JSON.stringify(truncate(cleanLine(',
    replace: 'String(truncate(cleanLine(',
    test: [
      `${TESTS}/resources-and-prompts.test.ts`,
      'quotes the name of a company, so it cannot add instructions',
    ],
  }),
  planted({
    name: 'tool-adds-to-a-watched-list',
    guarantee: 'an assistant cannot make the user’s rules spend records',
    file: `${TOOLS}/own-data.ts`,
    find: 'if (known !== null && isFetchedAutomatically(yours, known))',
    replace: 'if (known !== null && isFetchedAutomatically(yours, -known))',
    test: [OWN, 'no company is added to a list on which the user’s rules spend records'],
  }),
  planted({
    name: 'tool-today-hides-its-rest',
    guarantee: 'today says how much there is in all',
    file: `${TOOLS}/today.ts`,
    find: 'total: all.length,',
    replace: 'total: Math.min(all.length, max),',
    test: [TODAY, 'says of each section how much there is in all, and what is left out'],
  }),
  planted({
    name: 'tool-today-shows-handled',
    guarantee: 'today leaves out companies of a catch-up that the user has marked done or snoozed',
    file: `${TOOLS}/today.ts`,
    find: '!isDoneOrSnoozed(',
    replace: '!((..._: unknown[]) => false)(',
    test: [TODAY, 'contains what a catch-up has found, unless the user has handled it since'],
  }),
  planted({
    name: 'tool-today-mixes-sections',
    guarantee: 'today has the sections of the screen',
    file: `${TOOLS}/today.ts`,
    find: 'closing.filter(isClosing)',
    replace: 'closing.toReversed().filter(isClosing)',
    test: [TODAY, 'has the order and the sections of the screen'],
  }),
  planted({
    name: 'tool-finds-no-country',
    guarantee: 'find_companies understands countries by name',
    file: `${TOOLS}/find-companies.ts`,
    find: 'if (country === null) continue;',
    replace: 'if (country !== undefined) continue;',
    test: [READS, 'understands countries by name, alone and with other words'],
  }),
  planted({
    name: 'tool-brief-without-window',
    guarantee: 'a brief states the end of the contact window after the contacts were fetched',
    file: `${TOOLS}/companies.ts`,
    find: 'return whyNowData({ ...facts, closesAtMs }, nowMs);',
    replace: 'return whyNowData({ closesAtMs, ...facts }, nowMs);',
    test: [
      READS,
      'a brief has the country, the currency and the end of the contact window as the screen shows them',
    ],
  }),
  planted({
    name: 'tool-contacts-by-name',
    guarantee: 'contacts are in the order of the screen',
    file: `${TOOLS}/contacts.ts`,
    find: 'byMatch(stored.people).slice',
    replace: '[...stored.people, ...byMatch([])].slice',
    test: [CONTACTS, 'returns the stored contacts of one company, and counts them'],
  }),
];
