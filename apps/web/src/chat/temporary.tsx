import { LightningBoltIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import { Empty } from '../parts/states.tsx';
import { useChatContext } from './chat-provider.tsx';

/** Says above a chat that nothing of it is kept. */
export const TemporaryNote = (): ReactNode => (
  <p className="banner temporary">
    <LightningBoltIcon />
    <span>
      <strong>Temporary chat.</strong> Nothing of it is kept or remembered; what is known already is still
      used. It is gone when you open another chat, reload, or close the tab.
    </span>
  </p>
);

/** In place of a temporary chat that was left, or whose server was restarted. `onBegun`: another chat was begun. */
export function TemporaryGone({ onBegun }: { onBegun: () => void }): ReactNode {
  const { newChat } = useChatContext();
  const begin = (isTemporary: boolean): void => {
    newChat({ isTemporary });
    onBegun();
  };
  return (
    <Empty title="This temporary chat is gone">
      <p>Nothing of it was kept.</p>
      <p className="choices">
        <button type="button" onClick={() => begin(true)}>
          <LightningBoltIcon /> New temporary chat
        </button>
        <button type="button" onClick={() => begin(false)}>
          New chat
        </button>
      </p>
    </Empty>
  );
}
