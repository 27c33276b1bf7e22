import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { administer } from '../../packages/memory/contract/test-postgres.ts';

/** Waits until a process has printed this, and returns it. Throws what it printed when it ends before. */
export async function whenPrinted(child: ChildProcess, words: RegExp): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const read = (text: Buffer): void => {
      said += String(text);
      const [found] = words.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('exit', () => reject(new Error(said)));
  });
}

const authorization = (user: string) => ({ authorization: `Bearer token-of-${user}` });

/** Sends a message to the API of the README of @devai/fastify, and returns the status and the answer. */
export async function ask(address: string, user: string, text: string): Promise<string> {
  const answer = await fetch(`${address}/chat/asked`, {
    method: 'POST',
    headers: { ...authorization(user), 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  return `${answer.status} ${await answer.text()}`;
}

/** Opens a chat of that API over its websocket. */
export async function openSocket(address: string, user: string) {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/chat/said`, {
    headers: authorization(user),
  });
  const opened = once(socket, 'open');
  socket.addEventListener('error', () => socket.close());
  await Promise.race([
    opened,
    once(socket, 'close').then(() => Promise.reject(new Error('the websocket was refused'))),
  ]);
  return {
    async say(text: string): Promise<string> {
      const answered = once(socket, 'message');
      socket.send(text);
      const [{ data }] = await answered;
      return String(data);
    },
    close: () => socket.close(),
  };
}

/** Creates a database on a server, until it is dropped. */
export async function createOwnDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `installed_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await administer(server, `drop database ${name} with (force)`)),
  };
}
