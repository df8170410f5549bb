import { expect, test } from 'vitest';
import { z } from 'zod';
import { compiled } from '../support/compiled.ts';

const load = compiled();
const renderedSchema = z.object({ body: z.string() });

test('the word “e-mail” never breaks at its hyphen, and the text stays the same', async () => {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/ui/text/WholeWords.svelte');
  const text = 'No e-mail yet. E-mails <b> come later.';
  const html = renderedSchema
    .parse({ body: render(component, { props: { text } }).body })
    .body.replaceAll(/<!--.*?-->/g, '');
  expect(html.match(/<span class="nowrap">[^<]*<\/span>/g)).toEqual([
    '<span class="nowrap">e-mail</span>',
    '<span class="nowrap">E-mails</span>',
  ]);
  expect(html.replaceAll(/<\/?span[^>]*>/g, '')).toBe('No e-mail yet. E-mails &lt;b> come later.');
});
