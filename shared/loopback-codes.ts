/**
 * Close code for a socket to the loopback shell whose first frame did not prove that it belongs to a session.
 */
export const SIGN_IN_NEEDED_CODE = 4401;
