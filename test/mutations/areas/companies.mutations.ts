import type { Mutation } from '../mutation.ts';
import { rows } from '../planted.ts';

const LIBRARY = 'electron/core/library';
const DECODERS = 'electron/core/service-api/decoders';
const MANY = 'test/unit/library/many-records.test.ts';

/** Defects in the company view and in other displays of a company. */
export const COMPANY_MUTATIONS: readonly Mutation[] = [
  {
    name: 'done-signal-stays-new',
    guarantee: 'a signal is no longer new once its company is done',
    edits: [
      {
        file: 'electron/core/webhook/signal-stream.ts',
        find: '? { ...entry, seen: true } : entry',
        replace: '? entry : entry',
      },
    ],
    test: {
      file: 'test/unit/webhook/signal-stream.test.ts',
      titles: [
        'does not count a signal as new once its company is done or snoozed, unless the signal is newer',
      ],
    },
  },
  {
    name: 'deadline-without-contacts',
    guarantee: 'no deadline is shown for contacts that the service does not list',
    edits: [
      {
        file: 'electron/core/database/queries/cache/contact-window.ts',
        find: "if (fetchedAtMs !== null || contacts?.state !== 'told-none') return fetchedAtMs;",
        replace: "if (fetchedAtMs !== null || contacts?.state !== 'never') return fetchedAtMs;",
      },
    ],
    test: {
      file: 'test/unit/library/contact-window.test.ts',
      titles: ['has no deadline for contacts if the profile showed that the service lists none'],
    },
  },
  {
    name: 'contacted-stays-ready',
    guarantee: 'a company to which the user has written is not offered as ready to write to',
    edits: [
      {
        file: 'shared/today-sections.ts',
        find: "if (contacts === 'contacted') return 'contacted';",
        replace: "if (contacts === 'contacted') return 'ready';",
      },
    ],
    test: {
      file: 'test/renderer/features/today/today.test.ts',
      titles: ['show fetched contacts instead of the days until their window closes'],
    },
  },
  {
    name: 'pace-of-whole-days',
    guarantee: 'Month end and Quota state the same usual pace',
    edits: [
      {
        file: 'electron/core/quota/policy/usual-use.ts',
        find: 'average(({ dayMs }) => includesToday || dayMs < todayMs, days);',
        replace: 'average(({ dayMs }) => dayMs < todayMs, days);',
      },
    ],
    test: {
      file: 'test/unit/quota/usual-use.test.ts',
      titles: ['is the pace that Quota shows, even if the last seven days were without use'],
    },
  },
  {
    name: 'chart-shrinks-while-running',
    guarantee: 'the chart of records per day keeps the records of today while the plan is running',
    edits: [
      {
        file: 'renderer/features/today/month-end/month-end-text.ts',
        find: 'records: records + (used === undefined ? 0 : used.own + used.others)',
        replace: 'records',
      },
    ],
    test: {
      file: 'test/renderer/features/today/month-end.test.ts',
      titles: ['keeps the records of today in the chart while the plan is running'],
    },
  },
  {
    name: 'matches-without-profile',
    guarantee: 'Today states that the profile is missing only while no titles are known',
    edits: [
      {
        file: 'electron/core/day-plan/company-matches.ts',
        find: 'if (counted !== undefined) {',
        replace: 'if (counted !== undefined && counted.stored < 0) {',
      },
    ],
    test: {
      file: 'test/unit/handlers/plan-matches.test.ts',
      titles: ['an approved plan fetches profiles, and the next plan contacts of companies with a match'],
    },
  },
  {
    name: 'only-the-first-contacts',
    guarantee: 'every stored contact can be read',
    edits: [
      {
        file: 'electron/core/contacts/contact-view.ts',
        find: 'people: sorted.slice(offset, offset + LIST_LIMIT_MAX),',
        replace: 'people: offset > 0 ? [] : sorted.slice(0, LIST_LIMIT_MAX),',
      },
    ],
    test: { file: MANY, titles: ['returns 80 contacts on two pages, by name'] },
  },
  {
    name: 'contacts-404-removes-company',
    guarantee: 'a 404 for contacts never marks a known company as gone',
    edits: [
      {
        file: 'electron/core/service-api/error-mapping.ts',
        find: 'isKnown || code === CODE_OF.contacts',
        replace: 'code === CODE_OF.contacts',
      },
    ],
    test: rows('R-7-5'),
  },
  {
    name: 'empty-panel-never-waits',
    guarantee: 'after a 404, a tech stack is not requested again as needed for 7 days, highlights for 3',
    edits: [
      {
        file: 'electron/core/database/queries/cache/panels/panel-waits.ts',
        find: 'refusedAtMs + waitMs]',
        replace: 'refusedAtMs]',
      },
    ],
    test: {
      file: 'test/unit/quota/cheaper-requests.test.ts',
      titles: [
        'the profile is offered instead of highlights, but not while they wait after a 404',
        'a profile saves no request for a panel that recently got a 404',
      ],
    },
  },
  {
    name: 'news-does-not-end-the-wait',
    guarantee: 'a newer round or a webhook event ends the wait for a tech stack and for highlights',
    edits: [
      {
        file: 'electron/core/database/queries/cache/panels/panel-waits.ts',
        find: 'sinceMs > refusedAtMs ? [] : ',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/library/panels.test.ts',
      titles: ['no longer makes a panel wait once a newer round or a webhook event arrived'],
    },
  },
  {
    name: 'decoder-drops-later-rows',
    guarantee: 'a decoder keeps every row that was paid for',
    edits: [
      {
        file: `${DECODERS}/panels.ts`,
        find: 'const rows = received.slice(0, ROWS_MAX)',
        replace: 'const rows = received.slice(0, 200)',
      },
    ],
    test: { file: MANY, titles: ['keep every row of a list'] },
  },
  {
    name: 'only-the-first-page',
    guarantee: 'every stored investor, industry, tag and technology can be read',
    edits: [
      {
        file: `${LIBRARY}/page-of.ts`,
        find: 'rows.slice(offset, offset + LIST_LIMIT_MAX)',
        replace: 'offset > 0 ? [] : rows.slice(0, LIST_LIMIT_MAX)',
      },
    ],
    test: {
      file: MANY,
      titles: [
        'returns 120 rounds on three pages, and the 70 investors of a round on two',
        'returns 120 industries and 120 tags on three pages, in received order',
        'counts all technologies, and lists categories without a technology',
        'returns 120 categories without a technology on three pages',
      ],
    },
  },
  {
    name: 'stack-facts-dropped',
    guarantee: 'the domain and the categories of a tech stack are stored',
    edits: [
      {
        file: `${LIBRARY}/store-panels.ts`,
        find: '    putTechStackFacts(db, companyId, { domain, categories });\n',
        replace: '',
      },
    ],
    test: {
      file: MANY,
      titles: ['keeps the categories of a webhook event, and the domain of an earlier tech stack'],
    },
  },
  {
    name: 'dearest-page-size',
    guarantee: 'the page size with the fewest requests is proposed for open roles',
    edits: [
      {
        file: 'shared/model/role-pages.ts',
        find: 'requestsForRoles(total, perPage) === fewest',
        replace: 'requestsForRoles(total, perPage) >= fewest',
      },
    ],
    test: { file: 'test/unit/library/open-roles.test.ts', titles: ['40 roles are cheapest at 50 a page'] },
  },
  {
    name: 'total-of-another-filter',
    guarantee: 'only the total of the same filter decides the page size',
    edits: [
      {
        file: `${LIBRARY}/open-roles-view.ts`,
        find: 'const walk = isUnfiltered ? roleWalk(db, companyId) : filteredRoleWalk(db, companyId, filter);',
        replace:
          'const walk = isUnfiltered || filter.search === "" ? roleWalk(db, companyId) : filteredRoleWalk(db, companyId, filter);',
      },
    ],
    test: {
      file: 'test/unit/library/open-roles.test.ts',
      titles: ['are proposed 50 a page until the service has reported a total for the same filter'],
    },
  },
  {
    name: 'test-event-not-stored',
    guarantee: 'an event that looks like a test event is stored like any other',
    edits: [
      {
        file: 'electron/core/webhook/store-signal.ts',
        find: '    isToMerge: true,',
        replace: '    isToMerge: !isSample,',
      },
    ],
    test: {
      file: 'test/unit/webhook/signal-stream.test.ts',
      titles: ['are labelled, and stored and shown like any other event'],
    },
  },
  {
    name: 'removed-event-shown',
    guarantee: 'a webhook event that the user removed is not shown again',
    edits: [
      {
        file: 'electron/core/webhook/signal-stream.ts',
        find: 'filter(({ identity }) => !removed.has(identity))',
        replace: 'filter(({ identity }) => !removed.has(identity) || true)',
      },
    ],
    test: {
      file: 'test/unit/webhook/signal-stream.test.ts',
      titles: ['stay removed by the user, even if they are delivered again, until the removal is undone'],
    },
  },
  {
    name: 'test-event-planned',
    guarantee: 'the plan proposes no request for a company of a test event',
    edits: [
      {
        file: 'electron/core/day-plan/company-requests.ts',
        find: '  if (facts.isRemoved || facts.isTestOnly) return null;',
        replace: '  if (facts.isRemoved) return null;',
      },
    ],
    test: rows('company-3'),
  },
  {
    name: 'shared-host-compared',
    guarantee: 'companies on a host that many companies share are not called duplicates',
    edits: [
      {
        file: 'electron/core/foundation/website-host.ts',
        find: 'return isShared ? null : host;',
        replace: 'return isShared ? host : host;',
      },
    ],
    test: {
      file: 'test/unit/library/duplicates.test.ts',
      titles: ['are not found on a host that many companies share'],
    },
  },
  {
    name: 'dismissal-of-one-direction',
    guarantee: 'a dismissed duplicate is not shown on either company',
    edits: [
      {
        file: 'electron/core/database/queries/yours/duplicate-dismissals.ts',
        find: 'WHERE other_id = :companyId`,',
        replace: 'WHERE other_id = :companyId AND 0`,',
      },
    ],
    test: {
      file: 'test/unit/library/duplicates.test.ts',
      titles: ['are dismissed as a pair, which can be undone'],
    },
  },
  {
    name: 'status-lost-with-its-deletion',
    guarantee: 'the companies of a deleted status get the status that the user chose',
    edits: [
      {
        file: 'electron/core/user-data/statuses.ts',
        find: 'set(companiesWithStatus(db, statusId), moveTo, removedAtMs);',
        replace: 'set(companiesWithStatus(db, statusId), null, removedAtMs);',
      },
    ],
    test: {
      file: 'test/unit/user-data/marks.test.ts',
      titles: ['can be deleted; its companies get another status, which can be undone and redone'],
    },
  },
  {
    name: 'further-rows-not-read',
    guarantee: 'the company view shows the rows of every page',
    edits: [
      {
        file: 'renderer/lib/further-rows.ts',
        find: 'while (rows.length > 0 && rows.length < wanted) {',
        replace: 'while (rows.length < 0 && rows.length < wanted) {',
      },
    ],
    test: {
      file: 'test/renderer/features/company/whole-company.test.ts',
      titles: ['reads pages until every row is read'],
    },
  },
  {
    name: 'panel-waits-of-a-plan-without-rounds',
    guarantee: 'a plan waits after a 404 exactly as long as a single request does',
    edits: [
      {
        file: 'electron/core/database/queries/cache/panels/panel-waits.ts',
        find: '  return (companyId) => waits.get(companyId) ?? NONE;',
        replace: "  return (companyId) => waits.get(companyId === 'a' ? 'b' : companyId) ?? NONE;",
      },
    ],
    test: {
      file: 'test/unit/day-plan/prices-at-once.test.ts',
      titles: ['wait for the same panels after a 404 as a single price'],
    },
  },
  {
    name: 'deadline-of-fetched-contacts',
    guarantee: 'once the contacts of a company are fetched, no screen shows or reports a deadline for them',
    edits: [
      {
        file: 'electron/core/database/queries/cache/contact-window.ts',
        find: "if (atMs === null || contacts?.state === 'closed') return atMs;",
        replace: 'if (atMs !== null) return null;',
      },
    ],
    test: {
      file: 'test/unit/watch/contacts-fetched.test.ts',
      titles: [
        'a closing window is no change once the contacts are fetched',
        'no closing window is reported for a company whose contacts are fetched',
        'rows and why-now lines carry no deadline for fetched contacts',
      ],
    },
  },
  {
    name: 'why-now-with-a-closed-window',
    guarantee: 'a why-now line never names a contact window that is closed',
    edits: [
      {
        file: `${LIBRARY}/why-now.ts`,
        find: "state === 'open' && contacts === undefined ? closesAtMs : null",
        replace: "state === 'unknown' ? null : closesAtMs",
      },
    ],
    test: {
      file: 'test/unit/library/why-now-lines.test.ts',
      titles: ['come from stored facts, with roles of all departments'],
    },
  },
  {
    name: 'why-now-with-other-departments',
    guarantee: 'a why-now line counts only open roles of the departments that it names',
    edits: [
      {
        file: `${LIBRARY}/why-now.ts`,
        find: 'const counted = wanted === null ? roles : named;',
        replace: 'const counted = roles;',
      },
    ],
    test: {
      file: 'test/unit/library/why-now-lines.test.ts',
      titles: ['come from stored facts, with roles of one department'],
    },
  },
  {
    name: 'why-now-with-forged-clauses',
    guarantee: 'a hostile name cannot add a clause to a why-now line',
    edits: [
      {
        file: 'renderer/features/company/why-now/why-now-text.ts',
        find: ".replaceAll('·', '-')",
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/features/company/why-now-text.test.ts',
      titles: ['keeps hostile names inert and inside their clause'],
    },
  },
  {
    name: 'suggested-template-with-the-private-note',
    guarantee: 'the suggested template never puts the private note into a message',
    edits: [
      {
        file: 'renderer/features/company/contacts/strings.ts',
        find: 'Would a short call',
        replace: '{your note line} Would a short call',
      },
    ],
    test: {
      file: 'test/renderer/features/company/fill-template.test.ts',
      titles: ['contains nothing from the user’s private note'],
    },
  },
  {
    name: 'message-with-unfilled-placeholders',
    guarantee: 'a message with unfilled placeholders is recognised and not copied',
    edits: [
      {
        file: 'renderer/features/company/contacts/fill-template.ts',
        find: '.filter((mark) => message.includes(mark))',
        replace: '.filter((mark) => message === mark)',
      },
    ],
    test: {
      file: 'test/renderer/features/company/fill-template.test.ts',
      titles: ['are unknown facts and names that the app does not know'],
    },
  },
  {
    name: 'locked-contacts-keep-their-match',
    guarantee: 'locked contacts show no match',
    edits: [
      {
        file: 'renderer/features/company/company.svelte.ts',
        find: 'this.people = null;\n        void this.load();',
        replace: 'void this.load();',
      },
    ],
    test: {
      file: 'test/renderer/features/company/company.test.ts',
      titles: [
        'sorts contacts by match as soon as buyer roles are set, and shows none once contacts are locked',
      ],
    },
  },
  {
    name: 'matches-claimed-without-profile',
    guarantee: 'no matching contact is claimed, or denied, without a profile',
    edits: [
      {
        file: 'electron/core/contacts/contact-matches.ts',
        find: 'if (people.length === 0) return null;',
        replace: 'void people;',
      },
    ],
    test: {
      file: 'test/unit/contacts/contact-matches.test.ts',
      titles: ['is not claimed without a profile, for any number of contacts that the service reports'],
    },
  },
  {
    name: 'best-match-without-address',
    guarantee: 'of equally good matches, a contact with an email address is the best',
    edits: [
      {
        file: 'shared/contact-order.ts',
        find: ' || Number(cannotWrite(a)) - Number(cannotWrite(b))',
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/features/company/contact-match.test.ts',
      titles: ['has those with an email address first among equally good matches'],
    },
  },
  {
    name: 'contacts-not-sorted-by-match',
    guarantee: 'contacts are sorted by match: strong, weak, others',
    edits: [
      {
        file: 'shared/contact-order.ts',
        find: 'rank(a) - rank(b) ||',
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/features/company/contact-match.test.ts',
      titles: ['is strong, weak, others, and by seniority within each'],
    },
  },
  {
    name: 'match-counts-without-limit',
    guarantee: 'counts of matching contacts count toward the limit on contacts per minute',
    edits: [
      {
        file: 'electron/core/handlers/companies.ts',
        find: 'matches !== null && release.ask(id).allowed ? matches : null',
        replace: 'matches',
      },
    ],
    test: {
      file: 'test/unit/handlers/contact-matches.test.ts',
      titles: ['count toward the limit on contacts per minute, for any roles that a page sets'],
    },
  },
  {
    name: 'timeline-logged-message-last',
    guarantee: 'the timeline lists a contact that was logged on its day above what happened before it',
    edits: [
      {
        file: 'electron/core/database/queries/yours/timeline.ts',
        find: "'localtime') THEN created_at_ms",
        replace: "'localtime') THEN unixepoch(happened_on) * 1000",
      },
    ],
    test: {
      file: 'test/unit/user-data/timeline.test.ts',
      titles: [
        'lists a contact that was logged on its day above what happened before, and one logged later by its day',
      ],
    },
  },
];
