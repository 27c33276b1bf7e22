import { useEffect, useState, useSyncExternalStore } from 'react';
import type { NumberedFrame } from '@devai/fastify/protocol/frames';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import { ChatStore, type ChatOptions, type ChatSnapshot } from './chat-store.ts';

export type Chat = ChatSnapshot &
  Pick<
    ChatStore,
    'send' | 'cancel' | 'withdraw' | 'approve' | 'newChat' | 'open' | 'showEarlier' | 'showMessage'
  >;

/**
 * A chat over the server's websocket that survives lost connections: what it shows, and what can be done. Ends with the
 * component. `session` and `project` are those it begins with.
 */
export function useChat(options: Omit<ChatOptions, 'onFrame'> = {}): Chat {
  const { client, changed } = useDevai();
  const make = (session = options.session) => {
    let isFirst = true;
    const onFrame = (frame: NumberedFrame): void => {
      if (frame.type !== 'session') return changed(...changedBy(frame));
      // what other frames told was missed while the connection was lost
      if (!isFirst) changed(keys.sessions, keys.contexts, keys.memories, keys.focus);
      isFirst = false;
    };
    return { of: client, store: new ChatStore(client, { ...options, session, onFrame }) };
  };
  const [{ store, of }, setStore] = useState(make);
  // with another token, another connection continues the same session
  if (of !== client) setStore(make(store.snapshot().session?.session));
  useEffect(() => store.start(), [store]);
  const snapshot = useSyncExternalStore(store.subscribe, store.snapshot);
  return {
    ...snapshot,
    send: (content) => store.send(content),
    cancel: () => store.cancel(),
    withdraw: () => store.withdraw(),
    approve: (approval) => store.approve(approval),
    newChat: (kind) => store.newChat(kind),
    open: (session) => store.open(session),
    showEarlier: () => store.showEarlier(),
    showMessage: (number) => store.showMessage(number),
  };
}

/** What a frame makes out of date. */
function changedBy(frame: NumberedFrame) {
  switch (frame.type) {
    case 'memory_saved':
      return [keys.memories];
    case 'message':
      return frame.role === 'assistant' ? [keys.sessions, keys.contexts] : [keys.sessions];
    case 'agent_frame':
      return frame.frame.type === 'tool_call' || frame.frame.type === 'tool_result' ? [keys.agentWork] : [];
    case 'tool_result':
      return frame.name === 'delegate' ? [keys.agentWork] : [];
    case 'focus_changed':
      return [keys.focus];
    default:
      return [];
  }
}
