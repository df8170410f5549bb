import type { Mutation } from '../mutation.ts';

export const RENDERER_MUTATIONS: readonly Mutation[] = [
  {
    name: 'rows whose elements move while the list scrolls',
    guarantee: 'while a list scrolls, no element of its rows is moved in the document',
    edits: [
      {
        file: 'renderer/lib/virtual-rows.ts',
        find: 'const offset = (sortedFirst + place - first) % count;',
        replace: 'const offset = place;',
      },
    ],
    test: {
      file: 'test/renderer/lib/virtual-rows.test.ts',
      titles: ['keeps each row in its element while the list scrolls, and sorts the rows at rest'],
    },
  },
  {
    name: 'a refresh that shows the previous signal again',
    guarantee: 'the signal that the user opened last is shown',
    edits: [
      {
        file: 'renderer/features/signals/signals.svelte.ts',
        find: 'if (this.#shownId !== null) await this.showDetails(this.#shownId);',
        replace: 'if (this.detail !== null) await this.showDetails(this.detail.row.id);',
      },
    ],
    test: {
      file: 'test/renderer/features/signals/signals.test.ts',
      titles: ['remains the one that was opened last if the list is refreshed while its details load'],
    },
  },
  {
    name: 'keys that act on the list below an opening menu',
    guarantee: 'a key pressed while a menu opens does not act on the page below',
    edits: [
      {
        file: 'renderer/ui/overlays/early-keys.ts',
        find: '    return true;\n',
        replace: '    return false;\n',
      },
    ],
    test: {
      file: 'test/renderer/ui/early-keys.test.ts',
      titles: ['ignores keys until the menu has focus'],
    },
  },
  {
    name: 'a keyboard that stays blocked without a menu',
    guarantee: 'a menu that cannot be shown does not block the keyboard',
    edits: [
      {
        file: 'renderer/ui/overlays/early-keys.ts',
        find: ' || timeStamp - this.#openedAtMs > MAX_MS',
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/ui/early-keys.test.ts',
      titles: ['ignores no more keys if the menu does not appear within a second'],
    },
  },
  {
    name: 'Enter on the wrong item of a menu',
    guarantee: 'a lost key never makes Enter run another item of a menu',
    edits: [
      {
        file: 'renderer/ui/overlays/early-keys.ts',
        find: 'return isActivation && timeStamp - this.#ignoredAtMs < SEQUENCE_MS;',
        replace: 'return false;',
      },
    ],
    test: {
      file: 'test/renderer/ui/early-keys.test.ts',
      titles: ['does not run an item by Enter in the same quick sequence as an ignored key'],
    },
  },
  {
    name: 'a paid menu item that becomes another one when its label changes',
    guarantee: 'data that arrives while a menu is open moves the focus to no other action',
    edits: [
      {
        file: 'renderer/frame/menu/row-menu.ts',
        find: '            id: command,\n',
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/frame/row-menu.test.ts',
      titles: ['keeps the key of a paid item when its label changes'],
    },
  },
  {
    name: 'a menu item that becomes another one when the recipient is known',
    guarantee: 'data that arrives while a menu is open moves the focus to no other action',
    edits: [
      {
        file: 'renderer/frame/menu/row-menu.ts',
        find: "  id: 'write',\n",
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/frame/row-menu.test.ts',
      titles: ['keeps the key of every item when prices and the recipient’s name arrive'],
    },
  },
  {
    name: 'an active filter that cannot be removed',
    guarantee: 'each active filter that the library lists can be removed without the others',
    edits: [
      {
        file: 'renderer/features/library/active-filters.ts',
        find: 'rest: without(filters, key) }',
        replace: 'rest: filters }',
      },
    ],
    test: {
      file: 'test/renderer/features/library/library-filters.test.ts',
      titles: ['names the active filters by their labels, and leaves out deleted lists'],
    },
  },
  {
    name: 'a keyword counted as a visible match',
    guarantee: 'the palette marks commands that match only by a keyword',
    edits: [
      {
        file: 'renderer/session/commands/command.ts',
        find: ".filter((word) => word !== '' && !name.includes(word));",
        replace: '.filter((word) => word === name);',
      },
    ],
    test: {
      file: 'test/renderer/session/commands.test.ts',
      titles: ['a command that matches only by a keyword shows that keyword'],
    },
  },
  {
    name: 'a priced command chosen by Enter',
    guarantee: 'the palette selects a free command or item, so Enter spends no records by accident',
    edits: [
      {
        file: 'renderer/session/commands/command.ts',
        find: 'position < 0 ? shown.findIndex(isFree) : position',
        replace: 'position',
      },
    ],
    test: {
      file: 'test/renderer/session/commands.test.ts',
      titles: ['Enter runs a free command, and a stored item rather than a command that spends records'],
    },
  },
  {
    name: 'stored matches offered at a price',
    guarantee: 'if the library contains all matches, no further page is offered at a price',
    edits: [
      {
        file: 'renderer/features/search/results/ResultFoot.svelte',
        find: 'const isAllStored = $derived(library?.complete === true);',
        replace: 'const isAllStored = $derived(library?.rows === -1);',
      },
    ],
    test: {
      file: 'test/renderer/features/search/result-foot.test.ts',
      titles: ['offers no further page if the library contains all matches, but shows them for free'],
    },
  },
  {
    name: 'one mark for several companies',
    guarantee: 'the menu of a row offers a mark only for a single company whose name is known',
    edits: [
      {
        file: 'renderer/frame/menu/mark-menus.ts',
        find: 'parts.targets.companyIds.length === 1 && parts.targets.name !== null',
        replace: 'parts.targets.companyIds.length > 0',
      },
    ],
    test: {
      file: 'test/renderer/frame/row-menu.test.ts',
      titles: ['offers the marks of one company whose name is known'],
    },
  },
  {
    name: 'a reason to write that is unknown leaves a gap',
    guarantee: 'a sentence whose only placeholder is an unknown reason to write is left out of a message',
    edits: [
      {
        file: 'renderer/features/company/contacts/fill-template.ts',
        find: 'sentences.filter((sentence) => !isUnneeded(sentence))',
        replace: 'sentences.filter((sentence) => !isUnneeded(sentence) || sentences.length === 2)',
      },
    ],
    test: {
      file: 'test/renderer/features/company/fill-template.test.ts',
      titles: [
        'leaves out the sentence with the reason to write while no reason is known',
        'has no gap and claims nothing for a company of which little is known',
      ],
    },
  },
  {
    name: 'a company with a due follow-up twice',
    guarantee: 'Today lists a company with a due follow-up only there, apart from its tasks',
    edits: [
      {
        file: 'shared/today-sections.ts',
        find: 'const listed = new Set(followUps.map(({ companyId }) => companyId));',
        replace: 'const listed = new Set<string>();',
      },
    ],
    test: {
      file: 'test/renderer/features/today/today.test.ts',
      titles: ['list a company with a due follow-up only there, and under its tasks'],
    },
  },
  {
    name: 'roles offered although the service has none',
    guarantee: 'the why-now line offers the open roles only if they were never fetched and may exist',
    edits: [
      {
        file: 'renderer/features/company/why-now/hiring-offer.ts',
        find: "(roles?.state === 'summary' && roles.total > 0)",
        replace: "roles?.state === 'summary'",
      },
    ],
    test: {
      file: 'test/renderer/features/company/why-now.test.ts',
      titles: ['is omitted if it could add nothing, or if the profile is offered instead'],
    },
  },
  {
    name: 'a line of text as it is',
    guarantee: 'text of the service is shown without characters that reorder or hide text',
    figure: 'X1',
    edits: [
      {
        file: 'shared/clean-text.ts',
        find: "text.replace(UNSAFE, '').replace(STACKED_MARKS, '$1').trim();",
        replace: "text.replace(STACKED_MARKS, '$1').trim();",
      },
    ],
    test: {
      file: 'test/renderer/lib/safe-text.test.ts',
      titles: ['removes characters that reorder or hide text'],
    },
  },
  {
    name: 'every request is the latest',
    guarantee: 'a slower earlier reply never replaces a later one',
    edits: [
      {
        file: 'renderer/lib/latest-request.ts',
        find: 'return () => count === this.#count;',
        replace: 'return () => count > 0;',
      },
    ],
    test: {
      file: 'test/renderer/lib/latest-request.test.ts',
      titles: [
        'lets a later request replace an earlier one',
        'applies the reply of the latest request only, whichever arrives first',
        'drops the error of an earlier request',
        'applies and reports nothing once it is cancelled',
      ],
    },
  },
  {
    name: 'nothing-sent-after-429',
    guarantee: 'a request that the service refused is never shown as not sent',
    edits: [
      {
        file: 'renderer/ui/text/error-text.ts',
        find: "error.serviceError ? REFUSED_BY_SERVICE : 'Nothing was sent.'",
        replace: "'Nothing was sent.'",
      },
    ],
    test: {
      file: 'test/renderer/ui/error-text.test.ts',
      titles: ['states that nothing was sent only if the app refused the request'],
    },
  },
  {
    name: 'age-of-elapsed-hours',
    guarantee: 'the age of an announcement counts calendar days in UTC',
    edits: [
      {
        file: 'renderer/lib/announcement-age.ts',
        find: 'Math.floor(nowMs / DAY_MS) - dateMs / DAY_MS',
        replace: 'Math.round((nowMs - dateMs) / DAY_MS)',
      },
    ],
    test: {
      file: 'test/renderer/lib/announcement-age.test.ts',
      titles: ['counts calendar days in UTC at any time of day'],
    },
  },
  {
    name: 'closed-budget-shows-left',
    guarantee: 'a budget that a 429 closed is not shown as available',
    edits: [
      {
        file: 'renderer/features/quota/budget-row-text.ts',
        find: 'closedUntilMs !== null && closedUntilMs > nowMs',
        replace: 'closedUntilMs !== null && left === 0',
      },
    ],
    test: {
      file: 'test/renderer/features/quota/budget-row-text.test.ts',
      titles: ['a budget that a 429 closed is shown as paused until it reopens, even if records are left'],
    },
  },
  {
    name: 'rail-hides-test-key',
    guarantee: 'the rail shows the budget of a test key if it runs out first',
    edits: [
      {
        file: 'renderer/frame/rail/meter-budget.ts',
        find: "status?.binding === 'test-key' ? 'test-key' : 'month-records'",
        replace: "'month-records'",
      },
    ],
    test: {
      file: 'test/renderer/frame/meter-budget.test.ts',
      titles: ["the rail shows the test key's budget if it runs out first, and otherwise the records"],
    },
  },
  {
    name: 'diagnostics-names-absent-keychain',
    guarantee: 'diagnostics does not name a keychain that is not available',
    edits: [
      {
        file: 'renderer/features/settings/diagnostics/diagnostics-text.ts',
        find: "if (state === 'unavailable') return strings.keyringUnavailable;",
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/features/settings/diagnostics-text.test.ts',
      titles: ['describes the keychain in the words of the connect screen'],
    },
  },
  {
    name: 'stored-company-stays-closed',
    guarantee: 'a signal that is opened before its company is stored shows the company afterwards',
    edits: [
      {
        file: 'renderer/features/signals/signals.svelte.ts',
        find: 'this.#awaitsCompany = company === null;',
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/features/signals/signals.test.ts',
      titles: [
        'opens its company although the list was read before the company was stored',
        'opens its company once that is stored, but not after the user has closed it or left the screen',
      ],
    },
  },
  {
    name: 'message-draft-lost',
    guarantee: 'a message that was not sent is there when its dialog is opened again',
    edits: [
      {
        file: 'renderer/features/company/contacts/message-draft.svelte.ts',
        find: 'this.#drafts.store(this.id, { templateId, subject, body });',
        replace: 'this.#drafts.discard(this.id);',
      },
    ],
    test: {
      file: 'test/renderer/features/company/message-draft.test.ts',
      titles: ['stores the text while the user types, however the dialog closes'],
    },
  },
  {
    name: 'market-change-without-values',
    guarantee: 'a change of the market or the buyer roles is complete only when the newest values are loaded',
    edits: [
      {
        file: 'renderer/features/settings/market/market.svelte.ts',
        find: 'while (awaited !== this.#refreshing) {',
        replace: 'while (awaited === null) {',
      },
    ],
    test: {
      file: 'test/renderer/features/settings/market-refresh.test.ts',
      titles: [
        'a change is complete only when the newest values are loaded, even if its event starts another load',
      ],
    },
  },
  {
    name: 'records-left-as-a-fact',
    guarantee: 'the records left are "up to" a number if other devices may have used some',
    edits: [
      {
        file: 'renderer/ui/text/price-text.ts',
        find: "budget === 'month-records' && current?.atLeast",
        replace: "budget === 'day' && current?.atLeast",
      },
    ],
    test: {
      file: 'test/renderer/frame/status-bar.test.ts',
      titles: ['records that other devices may have used are left at most'],
    },
  },
  {
    name: 'typed-date-that-is-not-real',
    guarantee: 'a typed date is accepted only if it is real',
    edits: [
      {
        file: 'renderer/ui/controls/date-entry.ts',
        find: 'return at >= 0 && isDate(date) ? date : null;',
        replace: 'return at >= 0 ? date : null;',
      },
    ],
    test: {
      file: 'test/renderer/ui/date-entry.test.ts',
      titles: ['reads no date from "31 Feb 2026"'],
    },
  },
  {
    name: 'next-weekday-this-week',
    guarantee: 'the next Tuesday is in the week that begins next Monday',
    edits: [
      {
        file: 'renderer/ui/controls/relative-day.ts',
        find: "if (which === 'next')\n",
        replace: "if (which === 'last')\n",
      },
    ],
    test: {
      file: 'test/renderer/ui/relative-day.test.ts',
      titles: ['on 2026-11-30, reads "next tue" as 2026-12-08'],
    },
  },
  {
    name: 'recipient-shown-while-locked',
    guarantee: 'Today names no contact once contacts are locked',
    edits: [
      {
        file: 'renderer/features/today/facts-on-today.svelte.ts',
        find: '        this.#facts = [];\n',
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/features/today/first-view.test.ts',
      titles: ['names the best match of a company, and no one while contacts are locked'],
    },
  },
  {
    name: 'demo-with-keys',
    guarantee: 'deleting the demo names no keys, because it has none',
    edits: [
      {
        file: 'renderer/features/settings/privacy/strings.ts',
        find: '(isDemo ? [] : [privacy.wipe.keys])',
        replace: '(isDemo ? [privacy.wipe.keys] : [privacy.wipe.keys])',
      },
    ],
    test: {
      file: 'test/renderer/features/settings/privacy-text.test.ts',
      titles: ['names no keys for the demo, which has none'],
    },
  },
  {
    name: 'short-last-section',
    guarantee: 'at the end of Settings, the last section is current',
    edits: [
      {
        file: 'renderer/features/settings/settings-index.svelte.ts',
        find: 'if (isAtEnd) return tops.length - 1;',
        replace: 'if (isAtEnd && tops.length === 0) return -1;',
      },
    ],
    test: {
      file: 'test/renderer/features/settings/settings-index.test.ts',
      titles: ['is the last section at the end of the page, even if it cannot reach the top'],
    },
  },
  {
    name: 'section-of-its-last-lines',
    guarantee:
      'the menu of Settings marks the section that fills the pane, not the one that is scrolled away',
    edits: [
      {
        file: 'renderer/features/settings/settings-index.svelte.ts',
        find: 'pane.top + pane.height * REST,',
        replace: 'pane.top + REST,',
      },
    ],
    test: {
      file: 'test/renderer/features/settings/settings-index.test.ts',
      titles: ['is the next section once only the last lines of a section are left'],
    },
  },
  {
    name: 'new-contacts-as-old-as-the-row',
    guarantee: 'a row of Today shows the age of its newest data, such as contacts fetched just now',
    edits: [
      {
        file: 'renderer/features/today/today-lines.ts',
        find: 'contactsAtMs > row.stamp.fetchedAtMs',
        replace: 'contactsAtMs < row.stamp.fetchedAtMs',
      },
    ],
    test: {
      file: 'test/renderer/features/today/today-cells.test.ts',
      titles: ['a row shows the age of its contacts if they were fetched after the company'],
    },
  },
  {
    name: 'empty-score-column',
    guarantee: 'Signals has a column for the score of the service only if a signal has one',
    edits: [
      {
        file: 'renderer/features/signals/signals.svelte.ts',
        find: 'rows.some(({ icpMatch }) => icpMatch !== null)',
        replace: 'rows.length > 0',
      },
    ],
    test: {
      file: 'test/renderer/features/signals/signals.test.ts',
      titles: ['has a column for the score of the service only if a signal has one'],
    },
  },
  {
    name: 'seen-search-results-vanish',
    guarantee: 'signals that were marked as seen stay listed until the user leaves the screen',
    edits: [
      {
        file: 'renderer/features/signals/signals.svelte.ts',
        find: 'this.#seenSinceMs ??= reply.atMs;',
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/features/signals/signals.test.ts',
      titles: ['stay in the list until the user leaves the screen'],
    },
  },
  {
    name: 'rail-count-ignores-triage',
    guarantee: 'the rail and Today show the same number of unseen signals',
    edits: [
      {
        file: 'renderer/features/lists/signal-changes.ts',
        find: '  api.library.onChanged,\n',
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/features/signals/signals.test.ts',
      titles: ['are counted again for the rail after every change on which Today refreshes'],
    },
  },
  {
    name: 'start-without-a-match',
    guarantee: 'Today marks no company as the first to work on if none of its contacts has a buyer role',
    edits: [
      {
        file: 'renderer/features/today/start-here.ts',
        find: 'matches.strong + matches.weak === 0',
        replace: 'matches.strong + matches.weak < 0',
      },
    ],
    test: {
      file: 'test/renderer/features/today/start-here.test.ts',
      titles: ['is the next one if none of the contacts of the first has a buyer role'],
    },
  },
  {
    name: 'contacted-not-handled',
    guarantee: 'on Today, a company that was contacted today counts as handled',
    edits: [
      {
        file: 'renderer/features/lists/triage/triage.svelte.ts',
        find: 'today.total - today.left - handledIn(today)',
        replace: '0',
      },
    ],
    test: {
      file: 'test/renderer/features/today/today-state.test.ts',
      titles: ['counts done, snoozed and contacted companies as handled, each company once'],
    },
  },
  {
    name: 'active-row-follows-contacted',
    guarantee: 'after a message is logged on Today, J and E continue with the next company',
    edits: [
      {
        file: 'renderer/features/today/today.svelte.ts',
        find: 'if (wasActivated && this.isContacted(companyId)) return;',
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/features/today/today-state.test.ts',
      titles: ['after a message is logged, the next company stays active, and J or E continues there'],
    },
  },
  {
    name: 'company-keys-ignore-tasks',
    guarantee: 'on a task of Today, the keys for a company apply to the company of the task',
    edits: [
      {
        file: 'renderer/features/lists/triage/triage.svelte.ts',
        find: 'this.#list.companyOfTask?.() ?? null',
        replace: 'null',
      },
    ],
    test: {
      file: 'test/renderer/features/today/today-state.test.ts',
      titles: ['on a task, the keys for a company apply to the company of the task'],
    },
  },
  {
    name: 'unseen-signals-nowhere',
    guarantee: 'Today says in which section the unseen signals are that it does not list as new',
    edits: [
      {
        file: 'renderer/features/today/today-lines.ts',
        find: "(places.get(companyId) ?? 'handled')",
        replace: "(places.has(companyId) ? 'news' : 'handled')",
      },
    ],
    test: {
      file: 'test/renderer/features/today/today.test.ts',
      titles: ['say where unseen signals are that the section for signals does not list'],
    },
  },
  {
    name: 'contact-names-offered-again',
    guarantee: 'the offer of a profile promises no contact names that are already listed',
    edits: [
      {
        file: 'renderer/features/company/panels/Overview.svelte',
        find: '!company.people?.people.length &&',
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/features/company/offered-profile.test.ts',
      titles: ['is offered the names of contacts only while none are listed and the service lists them'],
    },
  },
  {
    name: 'preset-department-of-a-role',
    guarantee: 'a new buyer role has no department that the user did not choose',
    edits: [
      {
        file: 'renderer/features/settings/market/buyer-roles-form.svelte.ts',
        find: '{ id, department: null, seniorities: [] }',
        replace: '{ id, department: this.free[0] ?? null, seniorities: [] }',
      },
    ],
    test: {
      file: 'test/renderer/features/settings/buyer-roles-form.test.ts',
      titles: ['a new row has no department until the user chooses one, and is no saved role before'],
    },
  },
  {
    name: 'today-ready-closes',
    guarantee: 'a company whose contacts were fetched is ready to write to, not in need of a fetch',
    edits: [
      {
        file: 'renderer/features/today/today.svelte.ts',
        find: "this.#ready = sortedByFit(inSection('ready'));\n        this.#closing = inSection('closing');",
        replace: 'this.#ready = [];\n        this.#closing = closingCompanies;',
      },
    ],
    test: {
      file: 'test/renderer/features/today/today-state.test.ts',
      titles: [
        'a company with fetched contacts is ready to write to, leaves when done, and returns when undone',
      ],
    },
  },
  {
    name: 'plan-is-cancelled',
    guarantee: 'the status bar offers to pause or stop a plan, in the words of Today',
    edits: [
      {
        file: 'renderer/ui/feedback/Progress.svelte',
        find: "const isPlan = $derived(work.kind === 'plan');",
        replace: 'const isPlan = $derived(work.total === -1);',
      },
    ],
    test: {
      file: 'test/renderer/frame/progress-status.test.ts',
      titles: ['a plan is paused and stopped with the same words as on Today, other tasks are cancelled'],
    },
  },
  {
    name: 'queue-hides-what-the-plan-waits-for',
    guarantee: 'the status bar says that the plan waits, and for what',
    edits: [
      {
        file: 'renderer/frame/status/queue-text.ts',
        find: 'waiting.every(isPlanned)',
        replace: 'waiting.length === 0',
      },
    ],
    test: {
      file: 'test/renderer/features/quota/price-and-quota-text.test.ts',
      titles: ['says what the plan waits for, with seconds only within a minute'],
    },
  },
  {
    name: 'month-end-lags-behind-the-rail',
    guarantee: 'while a plan runs, the month-end page shows the same records left as the rail',
    edits: [
      {
        file: 'renderer/features/today/month-end/month-end.svelte.ts',
        find: 'const budgets = this.isSending ? this.#quota.status?.budgets : undefined;',
        replace: 'const budgets = undefined;',
      },
    ],
    test: {
      file: 'test/renderer/features/today/month-end-approval.test.ts',
      titles: [
        'shows the same records as the rail while its requests are sent, and the figures still add up',
      ],
    },
  },
];
