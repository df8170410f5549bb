/**
 * The loopback shell closes a socket with this code if the first frame does not prove that the client has a
 * session.
 */
export const SIGN_IN_NEEDED_CODE = 4401;
