import { expect, it } from 'vitest';
import { websiteHost } from '../../../electron/core/foundation/website-host.ts';

it.each([
  ['https://www.Acme.example/en?x=1#top', 'acme.example'],
  ['http://acme.example:8080', 'acme.example'],
  ['acme.example', 'acme.example'],
  ['www.acme.example/', 'acme.example'],
  ['https://shop.acme.example.', 'shop.acme.example'],
  ['https://wwwacme.example', 'wwwacme.example'],
  ['https://www.linkedin.com/company/acme', null],
  ['https://acme.github.io', null],
  ['https://acme.notion.site/Home', null],
  ['https://acme.wixsite.com/site', null],
  ['https://notlinkedin.com', 'notlinkedin.com'],
  ['javascript:alert(1)', null],
  ['file:///etc/acme.example', null],
  ['localhost', null],
  ['not a host', null],
  ['', null],
  [null, null],
])('the host of %s is %s', (website, host) => {
  expect(websiteHost(website)).toBe(host);
});
