import type { ReactNode } from 'react';
import { Modal } from './modal.tsx';

type EraseModalProps = {
  title: string;
  description: string;
  /** What the button says that erases, and what it says meanwhile. */
  verb: string;
  erasing: string;
  isPending: boolean;
  onErase: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Says what is erased, and asks for confirmation. */
export const EraseModal = ({
  verb,
  erasing,
  isPending,
  onErase,
  children,
  ...modal
}: EraseModalProps): ReactNode => (
  <Modal {...modal}>
    {children}
    <div className="actions">
      <button type="button" className="danger" disabled={isPending} onClick={onErase}>
        {isPending ? erasing : verb}
      </button>
      <button type="button" onClick={modal.onClose}>
        Keep it
      </button>
    </div>
  </Modal>
);
