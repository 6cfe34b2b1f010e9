'use client'

import { Kbd, Modal, Table } from '@mantine/core'
import { FRAME_TEXTS } from './texts.ts'

const texts = FRAME_TEXTS.shortcuts

/** All keyboard shortcuts of the console. */
export function Shortcuts({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={texts.title}>
      <Table aria-label={texts.title} withRowBorders={false}>
        <Table.Tbody>
          {texts.list.map(({ keys, does }) => (
            <Table.Tr key={does}>
              <Table.Td w="9rem">
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
