import { cutToWidth } from '../display-width.ts';

export type ProgressBar = {
  /** Without a total (0, or not known) only the count is shown. */
  show(done: number, total: number): void;
  end(): void;
};

type Screen = { isTTY?: boolean; columns?: number; write(text: string): unknown };

const barWidth = 24;
const clearLine = '\r\u001b[K';

/** A bar on one line of a terminal, drawn over at each step and taken away at the end; elsewhere nothing. */
export function createProgressBar(screen: Screen, label: string): ProgressBar {
  if (screen.isTTY !== true) return { show() {}, end() {} };
  let shown = '';
  return {
    show(done, total) {
      const text = cutToWidth(`${label} ${draw(done, total)}`, (screen.columns ?? 80) - 1);
      if (text !== shown) screen.write(`${clearLine}${text}`);
      shown = text;
    },
    end() {
      if (shown !== '') screen.write(clearLine);
      shown = '';
    },
  };
}

function draw(done: number, total: number): string {
  if (total <= 0) return String(done);
  const share = Math.min(1, done / total);
  const full = Math.floor(share * barWidth);
  return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${Math.floor(share * 100)} %  ${done} of ${total}`;
}
