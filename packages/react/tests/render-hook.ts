import { Window } from 'happy-dom';
import { createElement, type ReactNode } from 'react';
import type { DevaiProvider } from '../src/index.ts';

/** A document for React, without the rest of a browser: requests and sockets are Node's. */
export function openDocument(): void {
  const window = new Window({ url: 'http://localhost:3000' });
  for (const name of ['window', 'document', 'HTMLElement', 'Node', 'MutationObserver'] as const) {
    Reflect.defineProperty(globalThis, name, { value: Reflect.get(window, name), configurable: true });
  }
}

/** What a hook needs above it. */
export const under =
  (provider: typeof DevaiProvider, url: string) =>
  ({ children }: { children: ReactNode }): ReactNode =>
    createElement(provider, { url, children });
