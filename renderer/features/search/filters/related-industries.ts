/*
 * Other names that sellers often type for industries. An entry may contain industries that the service does
 * not list, because only listed industries are suggested.
 */
const RELATED: readonly (readonly [typed: string, industries: readonly string[]])[] = [
  ['adtech', ['advertising', 'marketing', 'media']],
  ['agtech', ['agriculture', 'farming', 'food']],
  ['agritech', ['agriculture', 'farming', 'food']],
  ['ai', ['artificial intelligence', 'data & analytics', 'data']],
  ['banking', ['financial services', 'finance']],
  ['biotech', ['biotechnology', 'life science', 'health care']],
  ['cleantech', ['climate', 'energy', 'sustainability']],
  ['climate tech', ['climate', 'energy', 'sustainability']],
  ['construction tech', ['construction', 'real estate']],
  ['cyber', ['security', 'cybersecurity']],
  ['devtools', ['developer tools', 'software']],
  ['e-commerce', ['commerce', 'retail']],
  ['ecommerce', ['commerce', 'retail']],
  ['edtech', ['education']],
  ['fintech', ['financial services', 'finance', 'payments', 'banking', 'insurance']],
  ['foodtech', ['food', 'agriculture']],
  ['gaming', ['games', 'entertainment']],
  ['govtech', ['government', 'public']],
  ['greentech', ['climate', 'energy', 'sustainability']],
  ['healthtech', ['health care', 'health', 'medical']],
  ['hr tech', ['human resources', 'recruiting', 'hr']],
  ['hrtech', ['human resources', 'recruiting', 'hr']],
  ['infosec', ['security', 'cybersecurity']],
  ['insurtech', ['insurance', 'financial services', 'finance']],
  ['legaltech', ['legal', 'professional services']],
  ['machine learning', ['artificial intelligence', 'data & analytics', 'data']],
  ['martech', ['marketing', 'advertising', 'sales']],
  ['medtech', ['medical', 'health care', 'health']],
  ['mobility', ['transport', 'automotive', 'logistics']],
  ['payments', ['financial services', 'finance']],
  ['proptech', ['real estate', 'property', 'construction']],
  ['saas', ['software', 'information technology']],
  ['supply chain', ['logistics', 'transport']],
  ['wealthtech', ['financial services', 'finance']],
];

const LETTERS_MIN = 3;

/** Returns whether the text is another name for an industry, such as `fintech`. */
export const isOtherName = (typed: string): boolean =>
  RELATED.some(([name]) => name === typed.trim().toLowerCase());

/**
 * Returns the industries for which another name, such as `fintech`, equals or begins with the typed text.
 * Empty if there are none.
 */
export function relatedIndustries(typed: string): readonly string[] {
  const text = typed.trim().toLowerCase();
  const found = RELATED.filter(
    ([name]) => name === text || (text.length >= LETTERS_MIN && name.startsWith(text)),
  );
  return [...new Set(found.flatMap(([, industries]) => industries))];
}
