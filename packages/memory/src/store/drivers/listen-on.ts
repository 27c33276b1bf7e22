import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { Log } from '../../ports.ts';

/** Milliseconds until a lost connection is made again; doubles up to the longest. */
const firstPause = 500;
const longestPause = 10_000;

/**
 * Listens on a channel over a connection of its own, and calls `onNotice` for each notification, and after each new connection, because
 * something may have been missed. Restores a lost connection for as long as it takes. Resolves with a function that ends it, once the first
 * connection was tried; never rejects.
 */
export async function listenOn(
  config: ClientConfig,
  channel: string,
  onNotice: () => void,
  log: Log | undefined,
): Promise<() => Promise<void>> {
  const closing = new AbortController();
  let client: Client | null = null;
  let tries = 0;
  await connect();
  return async () => {
    closing.abort();
    await client?.end().catch(() => {});
  };

  async function connect(): Promise<void> {
    const fresh = new Client(config);
    let isLost = false;
    const onLost = () => {
      if (isLost || closing.signal.aborted) return;
      isLost = true;
      void connectAgain();
    };
    fresh.on('error', onLost);
    fresh.on('end', onLost);
    fresh.on('notification', onNotice);
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
      client = fresh;
      tries = 0;
      if (closing.signal.aborted) await fresh.end();
      onNotice();
    } catch (error) {
      log?.warn({ err: error }, 'the store does not announce shared entries: polling instead');
      fresh.end().catch(() => {});
      onLost();
    }
  }

  async function connectAgain(): Promise<void> {
    client = null;
    const wait = Math.min(longestPause, firstPause * 2 ** tries);
    tries += 1;
    await pause(wait, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    if (!closing.signal.aborted) await connect();
  }
}
