import cliTruncate from 'cli-truncate';

const barWidth = 24;
const clearLine = '\r\u001b[K';

/** A one-line bar, or a count where nobody knows the total, redrawn at each step and cleared at the end. Shows nothing unless `screen` is a terminal. */
export function createProgressBar(
  screen: { isTTY?: boolean; columns?: number; write(text: string): unknown },
  label: string,
) {
  let shown = '';
  return {
    show(done: number, total: number | null): void {
      if (screen.isTTY !== true) return;
      const text = cliTruncate(`${label} ${draw(done, total)}`, (screen.columns ?? 80) - 1);
      if (text !== shown) screen.write(`${clearLine}${text}`);
      shown = text;
    },
    end(): void {
      if (shown !== '') screen.write(clearLine);
      shown = '';
    },
  };
}

function draw(done: number, total: number | null): string {
  if (total === null) return String(done);
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const bar = '#'.repeat(Math.floor(share * barWidth)).padEnd(barWidth, '.');
  return `[${bar}] ${Math.floor(share * 100)} %  ${done} of ${total}`;
}
