/*
 * Gives the app's session bus the tray of a desktop, and records what the app shows in it. Loaded into the main
 * process before the app. Without a session bus, or if ROUNDWATCH_TRAY is `none`, only records.
 */
const { connect } = require('node:net');
const { app, Tray } = require('electron');

const WATCHER = 'org.kde.StatusNotifierWatcher';
const [METHOD_CALL, METHOD_RETURN, ERROR] = [1, 2, 3];

/** The icons that are shown, each with the texts of its newest tip and menu, and the items that were registered. */
const shown = { icons: [], registered: [], isHostReady: false };
globalThis.trayShown = shown;

app.once('will-finish-launching', () => {
  const original = { ...pick(Tray.prototype) };
  Tray.prototype.setToolTip = function setToolTip(tip) {
    iconOf(this).tip = tip;
    return original.setToolTip.call(this, tip);
  };
  Tray.prototype.setContextMenu = function setContextMenu(menu) {
    iconOf(this).menu = menu;
    return original.setContextMenu.call(this, menu);
  };
  Tray.prototype.destroy = function destroy() {
    shown.icons = shown.icons.filter(({ tray }) => tray !== this);
    return original.destroy.call(this);
  };
});
const pick = ({ setToolTip, setContextMenu, destroy }) => ({ setToolTip, setContextMenu, destroy });

function iconOf(tray) {
  let icon = shown.icons.find((each) => each.tray === tray);
  if (icon === undefined) shown.icons.push((icon = { tray, tip: '', menu: null }));
  return icon;
}

/* The part of the D-Bus protocol that a tray needs (https://dbus.freedesktop.org/doc/dbus-specification.html). */

const padded = (buffer, to) => Buffer.concat([buffer, Buffer.alloc((to - (buffer.length % to)) % to)]);
const uint = (value) => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
};
const string = (text) => Buffer.concat([uint(Buffer.byteLength(text)), Buffer.from(`${text}\0`)]);
const signature = (text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(`${text}\0`)]);
const WRITE = { s: string, o: string, g: signature, u: uint };

/** Appends values, each aligned as its type requires. */
const append = (buffer, types, values) =>
  types.split('').reduce((before, type, at) => {
    const aligned = padded(before, type === 'g' ? 1 : 4);
    return Buffer.concat([aligned, WRITE[type](values[at])]);
  }, buffer);

let serial = 0;
function message(type, fields, types = '', body = Buffer.alloc(0)) {
  const all = types === '' ? fields : [...fields, [8, 'g', types]];
  // The fields begin at byte 16, so their own alignment is the same as in the message.
  const written = all.reduce((before, [code, kind, value]) => {
    const start = Buffer.concat([padded(before, 8), Buffer.from([code]), signature(kind)]);
    return append(start, kind, [value]);
  }, Buffer.alloc(0));
  const head = Buffer.concat([
    Buffer.from(['l'.charCodeAt(0), type, 0, 1]),
    uint(body.length),
    uint((serial += 1)),
  ]);
  return Buffer.concat([padded(Buffer.concat([head, uint(written.length), written]), 8), body]);
}

const toBus = (member, types = '', values = []) =>
  message(
    METHOD_CALL,
    [
      [1, 'o', '/org/freedesktop/DBus'],
      [2, 's', 'org.freedesktop.DBus'],
      [3, 's', member],
      [6, 's', 'org.freedesktop.DBus'],
    ],
    types,
    append(Buffer.alloc(0), types, values),
  );

/** Reads the first complete message; null if it has not arrived completely. */
function read(buffer) {
  if (buffer.length < 16) return null;
  const fieldsEnd = 16 + buffer.readUInt32LE(12);
  const bodyAt = Math.ceil(fieldsEnd / 8) * 8;
  const end = bodyAt + buffer.readUInt32LE(4);
  if (buffer.length < end) return null;
  const fields = {};
  for (let at = 16; at < fieldsEnd;) {
    at = Math.ceil(at / 8) * 8;
    const code = buffer[at];
    const type = String.fromCharCode(buffer[at + 2]);
    at += 4;
    if (type === 'g') {
      fields[code] = buffer.toString('utf8', at + 1, at + 1 + buffer[at]);
      at += buffer[at] + 2;
    } else if (type === 'u') {
      fields[code] = buffer.readUInt32LE(at);
      at += 4;
    } else {
      const length = buffer.readUInt32LE(at);
      fields[code] = buffer.toString('utf8', at + 4, at + 4 + length);
      at += length + 5;
    }
  }
  const body = buffer.subarray(bodyAt, end);
  return { type: buffer[1], serial: buffer.readUInt32LE(8), fields, body, rest: buffer.subarray(end) };
}

function answer({ serial: replyTo, fields, body }) {
  const reply = [[5, 'u', replyTo], ...(fields[7] === undefined ? [] : [[6, 's', fields[7]]])];
  if (fields[3] === 'Get' && body.includes('IsStatusNotifierHostRegistered')) {
    // A variant that holds the boolean true.
    return message(METHOD_RETURN, reply, 'v', Buffer.concat([padded(signature('b'), 4), uint(1)]));
  }
  if (fields[3] === 'Get' && body.includes('RegisteredStatusNotifierItems')) {
    const items = shown.registered.reduce((before, item) => append(before, 's', [item]), Buffer.alloc(0));
    return message(METHOD_RETURN, reply, 'v', Buffer.concat([signature('as'), uint(items.length), items]));
  }
  if (fields[3] === 'RegisterStatusNotifierItem') {
    shown.registered.push(body.toString('utf8', 4, body.length - 1));
    return message(METHOD_RETURN, reply);
  }
  return message(ERROR, [[4, 's', 'org.freedesktop.DBus.Error.UnknownMethod'], ...reply]);
}

function serve(address) {
  const [, kind, path] = /^unix:(path|abstract)=([^,;]+)/.exec(address) ?? [];
  if (path === undefined) return;
  const socket = connect(kind === 'abstract' ? `\0${path}` : path);
  socket.on('error', () => undefined);
  let received = Buffer.alloc(0);
  let isAuthenticated = false;
  const uid = Buffer.from(String(process.getuid())).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${uid}\r\n`);
  socket.on('data', (data) => {
    received = Buffer.concat([received, data]);
    if (!isAuthenticated) {
      const end = received.indexOf('\r\n');
      if (end === -1) return;
      isAuthenticated = true;
      received = received.subarray(end + 2);
      socket.write('BEGIN\r\n');
      socket.write(toBus('Hello'));
      socket.write(toBus('RequestName', 'su', [WATCHER, 0]));
    }
    for (let next = read(received); next !== null; next = read(received)) {
      received = next.rest;
      if (next.type === METHOD_CALL) socket.write(answer(next));
      // The second reply is the one to `RequestName`.
      else if (next.type === METHOD_RETURN && next.fields[5] === 2) shown.isHostReady = true;
    }
  });
}

if (process.env.ROUNDWATCH_TRAY !== 'none') serve(process.env.DBUS_SESSION_BUS_ADDRESS ?? '');
