import { expect, test } from 'vitest';
import { z } from 'zod';
import { compiled } from '../support/compiled.ts';

/* The part of the error page that restores a backup, rendered to HTML. */
const load = compiled();

async function htmlWithoutBackup(shell: 'electron' | 'loopback'): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/frame/storage/DamagedFile.svelte');
  const list = () => Promise.resolve({ backups: [] });
  const app = { api: { backups: { list, onChanged: () => () => undefined } }, info: { shell } };
  const props = { app, status: { newest: null }, id: 'w' };
  return z.object({ body: z.string() }).parse({ body: render(component, { props }).body }).body;
}

test('offers backups in another folder if no usable backup was found', async () => {
  expect(await htmlWithoutBackup('electron')).toContain('Find backups in a folder…');
  expect(await htmlWithoutBackup('loopback')).toContain('Find backups in the second folder');
});
