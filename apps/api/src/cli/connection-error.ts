/** Why the client gave up. The message says what to do. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: 'unreachable' | 'unauthorized' | 'refused' | 'no_session';

  constructor(code: ConnectionError['code'], message: string, options?: { cause: unknown }) {
    super(message, options);
    this.code = code;
  }
}

export const unreachable = (url: string, reason: string): ConnectionError =>
  new ConnectionError(
    'unreachable',
    `cannot reach ${url} (${reason}).\nStart the server with \`npx --yes pnpm start\`, or name another with --url or DEVAI_URL.`,
  );

/** The server answered the upgrade with an HTTP status. Null when it may pass by itself. */
export function refusedByStatus(url: string, status: number, detail: string): ConnectionError | null {
  if (status === 429 || status >= 500) return null;
  const said = detail === '' ? '' : `: ${detail}`;
  switch (status) {
    case 401:
      return new ConnectionError(
        'unauthorized',
        `the server wants a token${said}.\nGive the value of its DEVAI_API_TOKEN with DEVAI_API_TOKEN or --token.`,
      );
    case 404:
      return new ConnectionError(
        'refused',
        `there is no chat at ${url} (404): is that the address of a DevAI server?`,
      );
    default:
      return new ConnectionError('refused', `${url} refused the connection (${status})${said}`);
  }
}
