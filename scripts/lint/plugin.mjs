import { houseRules } from './house-rules.mjs';

/** How oxlint takes the project's own rules: a plugin is its module's default export. */
export default houseRules;
