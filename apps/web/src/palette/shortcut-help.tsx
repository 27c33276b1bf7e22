import type { ReactNode } from 'react';
import { FactsList } from '../parts/facts-list.tsx';
import { Modal } from '../parts/modal.tsx';

const shortcuts: [string, string][] = [
  ['Ctrl-K', 'go to a view, a conversation or a memory'],
  ['?', 'show these keys'],
  ['Enter', 'send the message'],
  ['Shift-Enter', 'begin a new line'],
  ['Escape', 'cancel the reply, or close what is open'],
  ['Up and Down', 'move through a list'],
];

export default function ShortcutHelp({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <Modal title="Keys" onClose={onClose}>
      <FactsList facts={shortcuts} />
    </Modal>
  );
}
