import { createRandom, mixSeed } from './random.ts';
import type { Company } from './company-model.ts';

/**
 * Returns a copy of the row. Some copies have missing, changed or additional fields, because the
 * specification does not rule out such rows (spec §2.12). The same `salt` always causes the same damage.
 */
export function mutateRow(row: Record<string, unknown>, ...salt: readonly string[]): Record<string, unknown> {
  const random = createRandom(mixSeed('hostile', ...salt));
  const damaged = { ...row };
  if (!random.chance(0.3)) return damaged;
  const keys = Object.keys(row).filter((key) => key !== 'id');
  for (const key of random.sample(keys, random.int(1, 2))) {
    const kind = random.int(0, 3);
    if (kind === 0) delete damaged[key];
    else if (kind === 1) damaged[key] = null;
    else if (kind === 2) damaged[key] = otherType(row[key]);
    else damaged[`x_${key}`] = { since: 2, values: ['unknown'] };
  }
  // Some rows have no id. A client cannot use them, but must not fail because of them.
  if (random.chance(0.03)) delete damaged['id'];
  return damaged;
}

function otherType(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? 0 : [value];
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value[0] ?? '';
  return typeof value === 'boolean' ? Number(value) : 'object';
}

/**
 * Returns the company's name. For about a sixth of companies, changes the name so it breaks layouts,
 * sorting or code that does not escape HTML.
 */
export function hostileName(company: Company): string {
  const { name } = company;
  const forms = [
    `${name} 🚀👩‍🔬`,
    `شركة ${name} للتقنية`,
    `"${name}" & 'Söhne' \\ Co.`,
    `${name} ${'very '.repeat(58)}long`.padEnd(300, '.').slice(0, 300),
    `<img src=x onerror="alert(1)">${name}</b>`,
    `\u202e${name}\u202c`,
  ];
  return forms[mixSeed(company.id, 'name') % (forms.length * 6)] ?? name;
}

/**
 * Returns the URL of the company's website. For about a quarter of companies, this is instead an empty string
 * or a URL that a client must not open.
 */
export function hostileWebsite(company: Company): string {
  const address = `https://${company.slug}.example`;
  const forms = ['javascript:alert(1)', `${company.slug}.example`, '', `file:///etc/${company.slug}`];
  return forms[mixSeed(company.id, 'website') % (forms.length * 4)] ?? address;
}
