import { expect, test } from 'vitest';
import type { App } from '../../../../renderer/session/app.svelte.ts';
import { companyCommands } from '../../../../renderer/features/company/company-commands.ts';
import type { Company } from '../../../../renderer/features/company/company.svelte.ts';

type Actions = Parameters<typeof companyCommands>[2];

test('a second press of the key that fetched a profile does not pay for the profile again', () => {
  const keyFor = (profile: object | null): string | undefined => {
    const view = { stamps: { profile }, website: null, linkedinUrl: null };
    const commands = companyCommands({} as App, { view } as unknown as Company, {} as Actions);
    return commands.find(({ id }) => id === 'company.profile')?.shortcut;
  };
  expect(keyFor(null)).toBe('p');
  expect(keyFor({ source: 'company', fetchedAtMs: 0 })).toBeUndefined();
});
