import { errorIn, plainText } from './openai-error.ts';

/** Milliseconds for which the platform's own fetch waits for headers, and between two parts of a body. */
const ownLimit = 300_000;

/** Characters of an error that are read. The body may be a page, or never end. */
const longestError = 100_000;

/**
 * A fetch that waits as long as its signal allows, and puts the body of an error in the form that the SDK reads, so that what the
 * provider says is not lost. `longest`: the most milliseconds that a provider may send nothing.
 */
export function createProviderFetch(longest: number) {
  const ask = longest < ownLimit ? fetch : withoutLimit();
  return async (...[address, init]: Parameters<typeof fetch>): Promise<Response> => {
    const response = await ask(address, init);
    if (response.ok) return response;
    const { status, headers } = response;
    const error = errorOf(await beginningOf(response), status);
    // without a body the SDK says so
    return new Response(error && JSON.stringify({ error }), { status, headers: keptOf(headers) });
  };
}

async function beginningOf({ body }: Response): Promise<string> {
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    // leaving the loop ends the request
    if (text.length >= longestError) break;
  }
  return text;
}

/** Used with its own agent, since another version's need not fit the platform's fetch. */
function withoutLimit(): typeof fetch {
  // now, so that the first request does not wait for it within its time
  const loading = loadClient();
  loading.catch(() => {}); // that request says it
  return async (address, { method, headers, body, signal } = {}) => {
    const { fetchWith, dispatcher } = await loading;
    const url = address instanceof Request ? address.url : address;
    const response = await fetchWith(url, {
      method: method ?? 'GET',
      headers: [...new Headers(headers)],
      body: typeof body === 'string' ? body : null,
      signal: signal ?? null,
      dispatcher,
    });
    return new Response(response.body, { status: response.status, headers: [...response.headers] });
  };
}

/** Most services answer within the limit of the platform's own fetch. */
async function loadClient() {
  const { Agent, fetch: fetchWith } = await import('undici');
  return { fetchWith, dispatcher: new Agent({ headersTimeout: 0, bodyTimeout: 0 }) };
}

function errorOf(body: string, status: number): { message: string } | undefined {
  try {
    return errorIn(JSON.parse(body), true) ?? undefined;
  } catch {
    const message = plainText(body).replace(new RegExp(`^${status} `, 'u'), '');
    return message === '' ? undefined : { message };
  }
}

/** Those of the first body do not fit the second. */
function keptOf(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
  return kept;
}
