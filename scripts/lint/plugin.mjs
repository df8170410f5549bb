import { houseRules } from './house-rules.mjs';

/** Makes the project's rules available to oxlint, which requires a default export. */
export default houseRules;
