/** The close code of a socket to the loopback shell if its first frame did not prove a session. */
export const SIGN_IN_NEEDED_CODE = 4401;
