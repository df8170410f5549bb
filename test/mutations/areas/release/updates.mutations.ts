import type { Mutation } from '../../mutation.ts';
import { planted } from '../../planted.ts';

const CHOICE = 'electron/core/updates/choose-file.ts';
const MANIFEST = 'electron/core/updates/signed-manifest.ts';
const FEED = 'electron/core/updates/fetch-manifest.ts';
const DOWNLOAD = 'electron/core/updates/download-file.ts';
const UPDATES = 'electron/core/updates/updates.ts';
const TRANSPORT = 'electron/adapters/fetch-transport.ts';
const PORTS = 'electron/shells/electron/update-ports.ts';
const PORTS_TEST = 'test/unit/shells/electron/update-ports.test.ts';
const TEST = 'test/security/updates/updates.test.ts';
const refused = (attack: string): string => `is refused: ${attack}`;

/**
 * Defects in updates: defects in each check that prevents an attack, and defects that send a request although
 * the user did not ask for one.
 */
export const UPDATE_MUTATIONS: readonly Mutation[] = [
  planted({
    name: 'update-checksum-ignored',
    guarantee: 'a file with another checksum is refused',
    file: DOWNLOAD,
    find: 'received.sha256 !== file.sha256',
    replace: 'received.sha256.length !== file.sha256.length',
    test: [TEST, refused('a file with another checksum')],
  }),
  planted({
    name: 'update-truncation-ignored',
    guarantee: 'a file that is shorter than stated is reported as truncated',
    file: DOWNLOAD,
    find: 'received.bytes < file.bytes',
    replace: 'received.bytes === 0',
    test: [TEST, refused('a truncated file')],
  }),
  planted({
    name: 'update-signature-ignored',
    guarantee: 'only a manifest signed with the key of the app is accepted',
    file: MANIFEST,
    find: "throw new UpdateFailure('signature');",
    replace: 'void signature;',
    test: [TEST, refused('a manifest signed with another key')],
  }),
  planted({
    name: 'update-downgrade',
    guarantee: 'an older version is refused',
    file: CHOICE,
    find: 'if (order < 0)',
    replace: 'if (order < -9_999_999)',
    test: [TEST, refused('a downgrade')],
  }),
  {
    name: 'update-over-plain-http',
    guarantee: 'nothing is sent over plain HTTP',
    edits: [
      { file: FEED, find: 'requireHttps(feed.url);', replace: 'void requireHttps;' },
      { file: TRANSPORT, find: "url.protocol !== 'https:' || ", replace: '' },
    ],
    test: {
      file: TEST,
      titles: [refused('a feed over plain HTTP'), 'sends nothing to a feed over plain HTTP'],
    },
  },
  planted({
    name: 'update-file-over-plain-http',
    guarantee: 'a file over plain HTTP is refused',
    file: CHOICE,
    find: 'requireHttps(file.url);',
    replace: '',
    test: [TEST, refused('a file over plain HTTP')],
  }),
  planted({
    name: 'update-for-other-system',
    guarantee: 'a file for another system is refused',
    file: CHOICE,
    find: 'manifest.files.find((each) => isFor(each, installed))',
    replace: 'manifest.files.find((each) => isFor(each, installed)) ?? manifest.files[0]',
    test: [TEST, refused('a file for another system')],
  }),
  planted({
    name: 'update-for-other-processor',
    guarantee: 'a file for another processor is refused',
    file: CHOICE,
    find: 'file.arch === arch',
    replace: "arch !== ''",
    test: [TEST, refused('a file for another processor')],
  }),
  planted({
    name: 'update-replayed',
    guarantee: 'a manifest older than one seen before is refused',
    file: CHOICE,
    find: 'manifest.sequence < installed.highestSequence',
    replace: 'manifest.sequence < 0 * installed.highestSequence',
    test: [TEST, refused('a replayed manifest')],
  }),
  planted({
    name: 'update-sequence-not-stored',
    guarantee: 'the sequence number of a verified manifest is stored',
    file: UPDATES,
    find: 'saveSequence(settings, source.feed.channel, manifest.sequence);',
    replace: 'void saveSequence;',
    test: [TEST, refused('a replayed manifest')],
  }),
  planted({
    name: 'update-expired',
    guarantee: 'an expired manifest is refused',
    file: CHOICE,
    find: 'Date.parse(manifest.expiresAt) <= nowMs',
    replace: 'Date.parse(manifest.expiresAt) <= 0 * nowMs',
    test: [TEST, refused('an expired manifest')],
  }),
  planted({
    name: 'update-of-other-channel',
    guarantee: 'a manifest of another channel is refused',
    file: FEED,
    find: "if (manifest.channel !== feed.channel) throw new UpdateFailure('channel');",
    replace: '',
    test: [TEST, refused('a manifest of another channel')],
  }),
  {
    name: 'update-from-other-server',
    guarantee: 'files are downloaded only from the server of the feed',
    edits: [
      { file: CHOICE, find: "throw new UpdateFailure('other-server');", replace: 'void feed;' },
      { file: TRANSPORT, find: ' || url.origin !== origin', replace: '' },
    ],
    test: { file: TEST, titles: [refused('a file on another server')] },
  },
  {
    name: 'update-redirect-followed',
    guarantee: 'redirects are refused',
    edits: [
      { file: TRANSPORT, find: "redirect: 'error',", replace: "redirect: 'follow'," },
      {
        file: TRANSPORT,
        find: 'if (response.redirected || (status >= 300 && status < 400 && status !== 304))',
        replace: 'if (status >= 300 && status < 400 && status !== 304)',
      },
    ],
    test: {
      file: TEST,
      titles: [refused('a redirect of the file'), refused('a redirect of the manifest')],
    },
  },
  planted({
    name: 'update-size-unlimited',
    guarantee: 'a manifest or a file over its size limit is refused',
    file: TRANSPORT,
    find: 'if (received > maxBytes) {',
    replace: 'if (received > maxBytes + 10_000_000) {',
    test: [TEST, refused('a file that is larger than stated'), refused('an oversized manifest')],
  }),
  planted({
    name: 'update-cut-as-network-failure',
    guarantee: 'a connection that ends within the file is reported as truncated',
    file: DOWNLOAD,
    find: 'isCut(error) && receivedBytes > 0',
    replace: 'isCut(error) && receivedBytes < 0',
    test: [TEST, refused('a connection that ends within the file')],
  }),
  planted({
    name: 'update-not-verified-again',
    guarantee: 'a file that was changed after its verification is not opened',
    file: UPDATES,
    find: 'if (await isUnchanged(offer.path, offer.file)) return',
    replace: 'if ((await isUnchanged(offer.path, offer.file)) || offer.path !== null) return',
    test: [TEST, 'is not opened after the file was changed on disk'],
  }),
  planted({
    name: 'update-replaces-user-file',
    guarantee: 'a download replaces no file of the user',
    file: DOWNLOAD,
    find: 'if (!existsSync(path)) return path;',
    replace: 'if (copy === 1) return path;',
    test: [TEST, 'replaces no file of the user'],
  }),
  planted({
    name: 'update-scheduled-by-default',
    guarantee: 'the app checks by itself only if the user allowed it',
    file: 'electron/core/updates/update-settings.ts',
    find: 'scheduled: z.boolean().catch(false)',
    replace: 'scheduled: z.boolean().catch(true)',
    test: [TEST, 'sends no request until the user checks or allows a schedule'],
  }),
  planted({
    name: 'update-checked-hourly',
    guarantee: 'a schedule checks once a day',
    file: UPDATES,
    find: 'nowMs - checkedAtMs >= DAY_MS',
    replace: 'nowMs - checkedAtMs >= DAY_MS / 24',
    test: [TEST, 'checks once a day if the user allowed it, and downloads nothing'],
  }),
  planted({
    name: 'update-notes-as-html',
    guarantee: 'release notes are never inserted as HTML',
    file: 'renderer/features/help/UpdateNotes.svelte',
    find: '{safeBlock(update.notes) || strings.noNotes}',
    replace: '{@html safeBlock(update.notes) || strings.noNotes}',
    test: [
      'test/renderer/features/help/updates.test.ts',
      'release notes are text, without characters that reorder it',
    ],
  }),
  planted({
    name: 'update-session-unconfined',
    guarantee: 'the session for updates reaches only the server of the feed',
    file: PORTS,
    find: 'cancel: !url.startsWith(`${origin}/`)',
    replace: 'cancel: !url.includes(`${origin}/`)',
    test: [PORTS_TEST, 'lets the session reach only the server of the feed'],
  }),
  planted({
    name: 'update-built-over-http',
    guarantee: 'no build has an address for updates over plain HTTP',
    file: 'scripts/packaging/update-feed.ts',
    find: "new URL(url).protocol !== 'https:'",
    replace: "new URL(url).protocol === ''",
    test: [
      'test/unit/build/update-manifest.test.ts',
      'consist of an https address, an Ed25519 key and a channel',
    ],
  }),
].map((mutation): Mutation => ({ ...mutation, figure: 'C9' }));
