#!/usr/bin/env node
/*
 * Connects Roundwatch to an assistant that can only start programs: copies JSON-RPC lines between this
 * program's stdin and stdout and the assistant interface of the running app. Needs Node 20 or later and no
 * packages.
 *
 * - ROUNDWATCH_KEY: the key that Roundwatch showed once (Settings, Assistants)
 * - ROUNDWATCH_URL: the address shown there; http://127.0.0.1:47822/mcp if it is not set
 */
import { createInterface } from 'node:readline';

const key = process.env.ROUNDWATCH_KEY ?? '';
const address = process.env.ROUNDWATCH_URL ?? 'http://127.0.0.1:47822/mcp';
const LINE_MAX = 262_144;
const TIMEOUT_MS = 60_000;

const fail = (message) => {
  process.stderr.write(`Roundwatch bridge: ${message}\n`);
  process.exit(1);
};

if (key === '') fail('set ROUNDWATCH_KEY to the key that Roundwatch showed (Settings, Assistants).');
// The key must not leave this computer, so no other address is accepted.
if (!/^http:\/\/(?:127\.0\.0\.1|localhost):\d{1,5}\/mcp$/.test(address))
  fail('ROUNDWATCH_URL must look like http://127.0.0.1:47822/mcp.');

/** The protocol revision and the session that the app chose in its reply to `initialize`. */
let revision = null;
let session = null;

const REASONS = {
  401: 'Roundwatch does not know this key. It may have been revoked: add the assistant again in Settings, Assistants.',
  403: 'Roundwatch refused the address of this request.',
  404: 'Nothing answers at this address. Copy the address from Settings, Assistants.',
  413: 'The message is too large.',
  429: 'Too many requests. Wait a minute, then try again.',
};
const CLOSED =
  'Roundwatch is closed, or its assistant interface is off. Open Roundwatch and switch it on in Settings, Assistants.';

const write = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const answerError = (id, message) => {
  if (id === undefined) process.stderr.write(`Roundwatch bridge: ${message}\n`);
  else write({ jsonrpc: '2.0', id, error: { code: -32_000, message } });
};

const commonHeaders = () => ({
  Authorization: `Bearer ${key}`,
  ...(revision === null ? {} : { 'MCP-Protocol-Version': revision }),
  ...(session === null ? {} : { 'Mcp-Session-Id': session }),
});

const send = async (line) => {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    return write({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'This line is not JSON.' } });
  }
  // Only requests have both a method and an id. No other message is answered.
  const id = typeof message?.method === 'string' ? message.id : undefined;
  if (line.length > LINE_MAX) return answerError(id, REASONS[413]);
  try {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...commonHeaders(),
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: line,
    });
    const text = await response.text();
    if (response.status === 202) return;
    const reply = text === '' ? null : JSON.parse(text);
    // If the app refuses a request, the body of the reply has no id. The client needs the request's id, so an
    // error with this id is written instead.
    if (reply === null || (response.status !== 200 && reply.id === null))
      return answerError(id, REASONS[response.status] ?? `Roundwatch answered ${response.status}.`);
    if (message.method === 'initialize') {
      revision = reply.result?.protocolVersion ?? revision;
      session = response.headers.get('mcp-session-id');
    }
    write(reply);
  } catch (error) {
    const isSlow = error?.name === 'TimeoutError';
    answerError(id, isSlow ? 'Roundwatch did not answer in time.' : CLOSED);
  }
};

/** `initialize` must be answered before later messages are sent; all other messages are sent in parallel. */
let started = Promise.resolve();
const running = new Set();
createInterface({ input: process.stdin, crlfDelay: Infinity })
  .on('line', (line) => {
    if (line.trim() === '') return;
    const run = started.then(() => send(line));
    if (line.includes('"initialize"')) started = run;
    running.add(run);
    void run.finally(() => running.delete(run));
  })
  .on('close', () => void endSession());

/**
 * Ends the session once all messages have been answered. The app then no longer shows this client as
 * connected.
 */
async function endSession() {
  await Promise.allSettled([...running]);
  if (session === null) return;
  const end = { method: 'DELETE', redirect: 'error', headers: commonHeaders() };
  await fetch(address, { ...end, signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
}
