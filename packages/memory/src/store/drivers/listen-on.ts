import { setTimeout as pause } from 'node:timers/promises';
import type { Client, ClientConfig } from 'pg';
import { loadPg } from './load-pg.ts';
import type { Listening, Log } from '../../ports.ts';

/** Milliseconds until a lost connection is made again; doubles up to the longest. */
const firstPause = 500;
const longestPause = 10_000;
/** Milliseconds for which a notice may be under way. */
const longestWay = 2_000;

type Listener = {
  config: ClientConfig;
  channel: string;
  onNotice: () => void;
  /** Sends a notice over another connection. */
  announce: () => Promise<unknown>;
  log: Log | undefined;
};

/**
 * Listens on a channel over a connection of its own, and calls `onNotice` for each notification, and after each new connection, because
 * something may have been missed. Restores a lost connection for as long as it takes. Each new connection sends itself a notice, since
 * a pooler takes `listen` and may pass on no notification. What is wrong is logged once. Resolves once the first connection was tried; never rejects.
 */
export async function listenOn({ config, channel, onNotice, announce, log }: Listener): Promise<Listening> {
  const pg = await loadPg();
  const closing = new AbortController();
  let client: Client | null = null;
  let tries = 0;
  let isHeard = false;
  let isSaid = false;
  await connect();
  return {
    isHeard: () => isHeard,
    async end() {
      closing.abort();
      await client?.end().catch(() => {});
    },
  };

  async function connect(): Promise<void> {
    const fresh = new pg.Client(config);
    let isLost = false;
    const onLost = () => {
      if (isLost || closing.signal.aborted) return;
      isLost = true;
      isHeard = false;
      void connectAgain();
    };
    fresh.on('error', onLost);
    fresh.on('end', onLost);
    fresh.on('notification', () => {
      isHeard = !isLost;
      isSaid &&= !isHeard;
      onNotice();
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
      client = fresh;
      tries = 0;
      if (closing.signal.aborted) await fresh.end();
      onNotice();
      void hearOwn(fresh);
    } catch (error) {
      if (!isSaid) log?.warn({ err: error }, 'the store does not announce shared entries: polling instead');
      isSaid = true;
      fresh.end().catch(() => {});
      onLost();
    }
  }

  /** Says when the own notice does not come back. */
  async function hearOwn(fresh: Client): Promise<void> {
    try {
      await announce();
      await pause(longestWay, undefined, { signal: closing.signal, ref: false });
    } catch (error) {
      if (!closing.signal.aborted)
        log?.debug({ err: error }, 'the connection for notices could not be tried');
      return;
    }
    if (isHeard || isSaid || client !== fresh) return;
    isSaid = true;
    log?.warn(
      {},
      'notices of the store do not arrive, as through a pooler in transaction mode: shared entries are polled every second',
    );
  }

  async function connectAgain(): Promise<void> {
    client = null;
    const wait = Math.min(longestPause, firstPause * 2 ** tries);
    tries += 1;
    await pause(wait, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    if (!closing.signal.aborted) await connect();
  }
}
