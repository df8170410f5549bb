import fc from 'fast-check';
import { expect, it } from 'vitest';
import { companyFragment, companyOfFragment } from '../../../../shared/company-window.ts';

it('names any company in the fragment of its window', () => {
  const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(id, (companyId) => {
      const address = new URL(`app://roundwatch/${companyFragment(companyId)}`);
      expect(address.pathname).toBe('/');
      expect(companyOfFragment(address.hash)).toBe(companyId);
    }),
  );
});

it.each(['', '#', '#company=', '#token=abc', '#company=%', `#company=${'a'.repeat(201)}`])(
  'opens no company for %s',
  (fragment) => {
    expect(companyOfFragment(fragment)).toBeNull();
  },
);
