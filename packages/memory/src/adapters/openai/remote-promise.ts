import { z } from 'zod';

type Sent = { sent: PromiseLike<unknown>; received: (answer: unknown) => Promise<unknown> };

/**
 * An answer that is awaited, or read as a raw response, as the client's own promise: the request is sent at once, and its body is read by
 * whoever asks for it first.
 */
export class RemotePromise extends Promise<unknown> {
  readonly #sending: Promise<Sent>;
  #answer: Promise<unknown> | undefined;

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(send: () => Promise<Sent>) {
    super((resolve) => resolve(undefined));
    this.#sending = send();
    this.#sending.catch(() => {}); // told to who awaits the answer
  }

  #read(): Promise<unknown> {
    this.#answer ??= this.#sending.then(async ({ sent, received }) => received(await sent));
    return this.#answer;
  }

  // the client's own promise is read by whoever awaits it, too
  // oxlint-disable-next-line unicorn/no-thenable
  override then<Done = unknown, Failed = never>(
    done?: ((answer: unknown) => Done | PromiseLike<Done>) | null,
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#read().then(done, failed);
  }

  /** The response, whose body is for the caller to read: its reply is not stored. */
  async asResponse(): Promise<unknown> {
    const { sent } = await this.#sending;
    return call(sent, 'asResponse');
  }

  async withResponse(): Promise<object> {
    const { sent, received } = await this.#sending;
    const given = z.looseObject({ data: z.unknown() }).parse(await call(sent, 'withResponse'));
    this.#answer ??= received(given.data);
    return { ...given, data: await this.#answer };
  }
}

function call(sent: object, name: 'asResponse' | 'withResponse'): unknown {
  return Reflect.apply(Object(Reflect.get(sent, name)), sent, []);
}
