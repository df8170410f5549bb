import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MUTATIONS } from '../../mutations/all.ts';
import { mutatedSources } from '../../mutations/apply-edits.ts';

const root = join(import.meta.dirname, '..', '..', '..');

it('every mutation has a unique name', () => {
  expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length);
});

describe.each(MUTATIONS)('the mutation "$name"', (mutation) => {
  it('applies to the sources and names an existing test file', () => {
    expect([...mutatedSources(mutation, root)].length).toBeGreaterThan(0);
    expect(existsSync(join(root, mutation.test.file))).toBe(true);
  });
});
