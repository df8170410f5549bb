/* Takes `registerBufferProtocol` away, as a later Electron will, so the page is served by `protocol.handle`. */
const { app } = require('electron');

app.on('session-created', ({ protocol }) =>
  Object.defineProperty(protocol, 'registerBufferProtocol', { value: undefined }),
);
