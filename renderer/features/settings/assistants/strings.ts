import type { AssistantPermission } from '../../../../shared/model/assistants/assistant-limits.ts';
import type {
  AssistantMade,
  AssistantProgram,
  AssistantResult,
  ProposalState,
} from '../../../../shared/model/assistants/assistants.ts';
import { countText, plural } from '../../../lib/format.ts';

const companies = (count: number): string => plural(count, 'company', 'companies');
const logEntries = (count: number): string => plural(count, 'contact log entry', 'contact log entries');

export const assistants = {
  title: 'Assistants',
  about:
    'AI assistants on this computer, such as Claude Desktop or Copilot in VS Code, can read your library and propose requests. Only you can approve a request.',
  on: 'Assistants can connect',
  offHint: 'Off. No assistant can connect.',
  address: 'Address for assistants',
  copyAddress: 'Copy the address',
  copiedAddress: 'Address copied',
  pauseAll: 'Pause all',
  resume: 'Resume',
  paused:
    'Paused. Assistants can’t read or change anything until you resume. You can still approve their proposals on Today.',
  problems: {
    'port-taken':
      'Another program is using this address. Close that program. Roundwatch tries again every few seconds.',
    failed: 'Assistants can’t connect at this address. Turn the switch off and on again.',
  },
  unavailable: 'Assistants aren’t available in this version of Roundwatch.',
  /** Shown in the “Privacy and deletion” section of Settings. */
  stored: {
    title: 'Assistants',
    text: 'For each assistant, Roundwatch stores its name, its permissions, a fingerprint of its key and its proposals. It also keeps a log of each request for 90 days: the company or the search text, how much the assistant read, and the result. Erasing a company removes it from the log and the proposals. Archives contain none of this.',
    open: 'Show assistants',
  },
  clients: {
    title: 'Your assistants',
    about: 'Each assistant has its own key and permissions. Revoking an assistant deletes its key at once.',
    none: 'No assistants. Add one below.',
    noneNow: 'All assistants have been revoked. Add one below.',
    add: 'Add',
    programs: {
      'claude-desktop': 'Claude Desktop',
      'vs-code': 'VS Code',
      cursor: 'Cursor',
      other: 'Another assistant',
    },
    places: { cloud: 'In the cloud', local: 'On this computer', unknown: 'AI location unknown' },
    placeNames: { cloud: 'In the cloud', local: 'On this computer', unknown: 'I don’t know' },
    never: 'never connected',
    lastCall: (when: string) => `last request ${when}`,
    waiting: (count: number) => `${plural(count, 'proposal')} waiting`,
    waitingOf: (count: number, name: string) =>
      `Show on Today: ${plural(count, 'proposal')} waiting from ${name}`,
    allowed: (count: number, all: number, readsContacts: boolean) =>
      `${countText(count)} of ${plural(all, 'permission')}, ${readsContacts ? 'contacts allowed' : 'no contacts'}`,
    open: (name: string) => `Show permissions of ${name}`,
    close: (name: string) => `Hide permissions of ${name}`,
    permissions: (name: string) => `Permissions of ${name}`,
    revoke: 'Revoke',
    revokeOf: (name: string) => `Revoke access for ${name}`,
    place: 'Where the AI runs',
  },
  permissions: {
    read: { label: 'Read library, plan and quota', hint: 'within the reading limits below' },
    notes: { label: 'Read my notes', hint: 'also tasks and the contact log' },
    add: {
      label: 'Add notes, tasks, tags and lists, and set statuses',
      hint: 'you can undo each change in the log below',
    },
    propose: { label: 'Propose requests', hint: 'you approve them on Today' },
    contacts: { label: 'Read contacts', hint: 'one company at a time' },
    draft: { label: 'Draft messages', hint: 'you send them yourself' },
  } satisfies Record<AssistantPermission, { label: string; hint: string }>,
  /**
   * These hints replace the ones above if contacts are not allowed, or if contacts leave or may leave this
   * computer.
   */
  permissionHints: {
    readWithoutContacts: 'within the reading limits below; no contacts',
    contactsCloud:
      'one company at a time; names, job titles, e-mail addresses and LinkedIn profiles leave this computer when the assistant reads them',
    contactsLeave:
      'One company at a time. Names, job titles, e-mail addresses and LinkedIn profiles leave this computer when the assistant reads them.',
    contactsMayLeave:
      'One company at a time. Names, job titles, e-mail addresses and LinkedIn profiles may leave this computer when the assistant reads them.',
  },
  /** Announced after the user has allowed a cloud assistant to read contacts. */
  contactsAllowed: (name: string) => `${name} can now read contacts`,
  adding: {
    title: (program: string | null) => (program === null ? 'Add an assistant' : `Add ${program}`),
    about: 'The assistant gets its own key. Contacts and message drafts stay off until you allow them.',
    name: 'Name',
    nameHint: 'shown in the log and beside its proposals',
    nameNeeded: 'Enter a name.',
    nameTaken: 'Another assistant has this name.',
    place: 'Where does its AI run? If you aren’t sure, choose the cloud.',
    placeNeeded: 'Choose where the AI runs.',
    places: {
      cloud: {
        label: 'In the cloud, such as Claude, ChatGPT, Copilot or Gemini',
        hint: 'Everything that the assistant reads here is sent to its provider.',
      },
      local: {
        label: 'On this computer, such as Ollama or LM Studio',
        hint: 'Your data can stay on this computer, but Roundwatch can’t check what the assistant sends.',
      },
    },
    create: 'Create key',
    cancel: 'Cancel',
  },
  added: {
    title: (name: string) => `Key for ${name}`,
    about:
      'Copy the key or the configuration now. Roundwatch stores only a fingerprint of the key and can’t show it again.',
    key: 'Key',
    copyKey: 'Copy the key',
    copiedKey: 'Key copied',
    address: 'Address',
    header: 'Authorization header, for assistants that need one',
    copyHeader: 'Copy Authorization header',
    copiedHeader: 'Authorization header copied',
    program: 'Assistant',
    guides: {
      'vs-code': 'In VS Code, run the command “MCP: Open User Configuration” and add this configuration.',
      cursor: 'In Cursor, open Settings → MCP → New MCP server, and add this configuration.',
      'claude-desktop':
        'In Claude Desktop, open Settings → Developer → Edit Config, and add this configuration. It starts a small program that needs Node.js on this computer.',
    } satisfies Record<AssistantProgram, string>,
    otherGuide: 'In the assistant’s settings, add an MCP server with this address and key.',
    copyConfiguration: 'Copy the configuration',
    copiedConfiguration: 'Configuration copied',
    secret:
      'Keep the key private. Any program on this computer that has the key can connect as this assistant.',
    copyFirst:
      'You haven’t copied the key, and it can’t be shown again. If you close now, you’ll have to revoke this assistant and add it again.',
    done: 'Done',
    closeAnyway: 'Close without copying',
  },
  revoking: {
    title: (name: string) => `Revoke access for ${name}?`,
    about:
      'Its key stops working at once, and its waiting proposals are withdrawn. Everything it added to your data is kept, and so is its log. To use this assistant later, you’ll have to add it again.',
    cancel: 'Cancel',
    act: 'Revoke access',
    done: (name: string) => `Access revoked for ${name}`,
  },
  caps: {
    title: 'Reading limits',
    about: (max: { readonly hour: number; readonly day: number; readonly days30: number }) =>
      `The number of companies your assistants can read in total. Each company counts once per period. The maximum is ${countText(max.hour)} an hour, ${countText(max.day)} a day and ${countText(max.days30)} in 30 days.`,
    names: { hour: 'Companies per hour', day: 'Companies per day', days30: 'Companies per 30 days' },
    used: (used: number, limit: number) => `${countText(used)} of ${countText(limit)} read`,
    reached: (used: number, limit: number, when: string) =>
      `Limit reached: ${companies(used)} read, ${countText(limit)} allowed. Assistants can’t read more companies until ${when}.`,
    save: 'Save limits',
    saved: 'Reading limits saved',
    restored: 'Previous reading limits restored',
    wrong: (max: number) => `Enter a whole number from 1 to ${countText(max)}.`,
  },
  leaves: {
    title: 'What leaves this computer',
    none: 'No assistant can read anything now. The log below shows what assistants read earlier.',
    noneYet: 'No assistants yet. Nothing has been read.',
    cloud: 'is set to use a cloud service. Everything that it reads here leaves this computer.',
    local: 'is set to run on this computer. Roundwatch can’t check where it sends data.',
    unknown: 'may use a cloud service. Assume that everything it reads here leaves this computer.',
    revoked: (when: string) => `was revoked (${when}) and can no longer read anything.`,
    today: (parts: string) => `Today it read ${parts}.`,
    todayWithoutContacts: (parts: string) => `Today it read ${parts}, but no contacts.`,
    nothing: 'Today it read no companies, notes, tasks or contacts.',
    companies,
    notes: (count: number) => plural(count, 'note'),
    tasks: (count: number) => plural(count, 'task'),
    logEntries,
    contacts: (count: number) => plural(count, 'contact'),
  },
  log: {
    title: 'Assistant log',
    about:
      'Each request an assistant made to Roundwatch, and what it read or added. Entries are kept for 90 days.',
    table: 'Requests from assistants',
    none: 'No requests yet.',
    more: 'Show older requests',
    columns: {
      time: 'Time',
      client: 'Assistant',
      call: 'Request',
      received: 'Read or added',
      result: 'Result',
    },
    nothing: 'nothing',
    /**
     * Describes the data that a call read, for tools that return only figures about the account or the
     * library.
     */
    figures: new Map([
      ['quota', 'your limits'],
      ['insights', 'library totals'],
    ]),
    companies,
    notes: (count: number) => plural(count, 'note'),
    tasks: (count: number) => plural(count, 'task'),
    logEntries,
    contacts: (count: number) => plural(count, 'contact'),
    made: {
      note: 'a note',
      task: 'a task',
      tag: 'a tag',
      list: 'a list entry',
      status: 'a status',
      draft: 'a draft',
      proposal: 'a proposal',
    } satisfies Record<AssistantMade, string>,
    results: {
      done: 'done',
      waiting: 'waiting',
      'already-waiting': 'already waiting',
      limited: 'limit reached, some data left out',
      'no-notes': 'no notes',
      'not-allowed': 'not allowed',
      'over-cap': 'limit reached',
      'too-many': 'too many requests',
      locked: 'contacts locked',
      paused: 'paused',
      'not-found': 'not found',
      invalid: 'invalid request',
      declined: 'refused: you declined it earlier',
      'too-many-proposals': 'refused: too many proposals waiting',
      'over-budget': 'refused: over a limit',
      refused: 'refused',
      failed: 'failed',
    } satisfies Record<AssistantResult, string>,
    /** What has become of a proposal. */
    proposals: {
      open: 'waiting',
      running: 'approved, fetching',
      done: 'approved',
      unknown: 'response lost',
      failed: 'not fetched',
      declined: 'declined',
      withdrawn: 'withdrawn',
      expired: 'expired',
    } satisfies Record<ProposalState, string>,
    approved: (records: number) => `approved, ${plural(records, 'record')}`,
    told: (state: string) => `reported: ${state}`,
    /** The button that shows which companies a request returned. */
    showCompanies: (received: string, call: string) =>
      `${received}. Show the companies from this request: ${call}`,
    hideCompanies: (received: string, call: string) =>
      `${received}. Hide the companies from this request: ${call}`,
    companiesGone: 'Erased since this request.',
    undo: 'Undo',
    undoOf: (what: string) => `Undo: ${what}`,
    undone: (what: string) => `Undone: ${what}`,
    undoStates: { undone: 'undone', changed: 'changed since' },
    /** A request that was refused before its name was read. */
    unread: 'A request',
    /** Names of the requests to which calls about prices and proposals refer. */
    requests: {
      profile: 'the profile',
      contacts: 'contacts',
      rounds: 'all rounds',
      'tech-stack': 'the tech stack',
      highlights: 'highlights',
      news: 'news',
      'open-roles': 'open roles',
    } as Readonly<Record<string, string>>,
    requestOf: (request: string, company: string) => `${request} for ${company}`,
    savedSearch: (name: string) => `saved search “${name}”`,
    /** Descriptions of calls. `about` is the text of a search or the name of a company. */
    calls: {
      find_companies: { bare: 'Find companies', about: (text: string) => `Find “${text}”` },
      company_brief: { bare: 'Brief on a company', about: (name: string) => `Brief on ${name}` },
      company_contacts: { bare: 'Contacts at a company', about: (name: string) => `Contacts at ${name}` },
      today: { bare: 'Today screen', about: null },
      plan: { bare: 'Today’s plan', about: null },
      quota: { bare: 'Quota', about: null },
      my_notes: { bare: 'Your notes', about: (text: string) => `Your notes: ${text}` },
      insights: { bare: 'Insights', about: (period: string) => `Insights, ${period}` },
      why_do_i_have_this: {
        bare: 'Why a company is stored',
        about: (name: string) => `Why ${name} is stored`,
      },
      add_note: { bare: 'Add a note', about: (name: string) => `Add a note to ${name}` },
      add_task: { bare: 'Add a task', about: (name: string) => `Add a task to ${name}` },
      add_tag: { bare: 'Add a tag', about: (name: string) => `Tag ${name}` },
      add_to_list: { bare: 'Add to a list', about: (name: string) => `Add ${name} to a list` },
      set_status: { bare: 'Set a status', about: (name: string) => `Set the status of ${name}` },
      draft_message: { bare: 'Draft a message', about: (name: string) => `Draft a message to ${name}` },
      quote: { bare: 'Price of a request', about: (request: string) => `Price of ${request}` },
      propose: { bare: 'Propose a request', about: (request: string) => `Propose ${request}` },
      receipt: {
        bare: 'Result of a proposal',
        about: (name: string) => `Result of the proposal for ${name}`,
      },
      resources: { bare: 'Companies you opened or saved to a list', about: null },
      resource: {
        bare: 'A company you opened or saved to a list',
        about: (name: string) => `Brief on ${name}`,
      },
    } as Readonly<Record<string, { bare: string; about: ((text: string) => string) | null }>>,
  },
} as const;
