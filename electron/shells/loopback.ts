import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createConsoleLog } from '../adapters/console-log.ts';
import { defaultDataDir, parseLoopbackArguments, type LoopbackArguments } from './common/arguments.ts';
import { writeLaunchFile, type LaunchFile } from './loopback/launch-file.ts';
import { nodeRefusal } from './loopback/node-version.ts';
import { limitYoungGeneration } from './startup/young-generation.ts';

/*
 * The entry point of the loopback shell:
 * `node electron/shells/loopback.ts [--data-dir DIR] [--port N] [--demo] [--renderer DIR]`
 */

const printLine = (sentence: string): void => void process.stderr.write(`Roundwatch: ${sentence}\n`);

function refuse(sentence: string): never {
  printLine(sentence);
  process.exit(1);
}

function start(): void {
  const refusal = nodeRefusal(process.versions);
  if (refusal !== null) return refuse(refusal);
  limitYoungGeneration();
  const parsed = parseLoopbackArguments(process.argv.slice(2));
  if (!parsed.ok) return refuse(parsed.sentence);
  const log = createConsoleLog();
  const logError = (event: string) => (error: unknown) => {
    log.error(event, { name: error instanceof Error ? error.name : typeof error });
  };
  process.on('unhandledRejection', logError('unhandled-rejection'));
  run(parsed.value, log).catch((error: unknown) => refuse(failureSentence(error, parsed.value.port)));
}

async function run(args: LoopbackArguments, log: ReturnType<typeof createConsoleLog>): Promise<void> {
  const dataDir = args.dataDir ?? defaultDataDir(process.platform, homedir(), process.env);
  const root = join(import.meta.dirname, '../..');
  // Imported only after the version check, because older versions of Node crash when they load
  // better-sqlite3.
  const { acquireFolderLock } = await import('../adapters/folder-lock.ts');
  const lock = acquireFolderLock(dataDir, 'loopback');
  if (lock.state === 'held')
    return refuse(
      `already running with ${dataDir}. Close the other Roundwatch first. The file ${lock.file} names the process.`,
    );
  process.once('exit', lock.release);
  const { runLoopback } = await import('./loopback/run-loopback.ts');
  let launchFile: LaunchFile | null = null;
  const removeLaunchFile = (): void => launchFile?.remove();
  process.once('exit', removeLaunchFile);
  const running = await runLoopback({
    dataDir,
    listenOn: args.port,
    demo: args.demo,
    rendererDir: args.rendererDir ?? join(root, 'out/renderer'),
    version: versionOf(join(root, 'package.json')),
    log,
    hint: printLine,
    onAddressSpent: removeLaunchFile,
  });
  try {
    launchFile = writeLaunchFile(dataDir, running.url);
  } catch {
    // If the disk is full or read-only, the user can still open the address manually.
    log.warn('launch-file-not-written');
  }
  const stop = (): void => void running.close().finally(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  const printed = { url: running.url, ...(launchFile === null ? {} : { file: launchFile.path }) };
  process.stdout.write(`${JSON.stringify(printed)}\n`);
}

function versionOf(packageFile: string): string {
  const parsed: unknown = JSON.parse(readFileSync(packageFile, 'utf8'));
  const version =
    typeof parsed === 'object' && parsed !== null && 'version' in parsed ? parsed.version : null;
  return typeof version === 'string' ? version : '0.0.0';
}

function failureSentence(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return `port ${port} is taken by another program; choose another with --port.`;
  if (code === 'EACCES')
    return `no permission to listen on port ${port} or to use the data folder; choose another port or folder.`;
  return `could not start: ${error instanceof Error ? error.message : 'unknown reason'}`;
}

start();
