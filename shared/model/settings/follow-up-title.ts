/**
 * The title of the stored task. It does not contain a contact's name, because contacts are stored encrypted
 * and tasks are not. This is a separate file so the renderer can use the title without loading the schemas.
 */
export const FOLLOW_UP_TITLE = 'Follow up';
