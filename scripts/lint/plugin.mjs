import { houseRules } from './house-rules.mjs';

/** Exposes the project's rules to oxlint: a plugin is its module's default export. */
export default houseRules;
