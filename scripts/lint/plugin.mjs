import { houseRules } from './house-rules.mjs';

/** Exports the project's rules for oxlint, which requires a default export. */
export default houseRules;
