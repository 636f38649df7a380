import { parseCode } from '#modules/certificates/code.ts'
import { replaceCertificate } from '#modules/certificates/service.server.ts'
import { type Db, transactWithRetry } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import type { ReplacementInput } from './change-contract.ts'
import { changeOrder, staff } from './changes.server.ts'

/** For a lost or damaged card, or when the certificate of the wrong unit became void. */
export async function replaceOrderCertificate(
  db: Db,
  member: { userId: string; name: string },
  orderId: string,
  { version, code, reason }: ReplacementInput,
): Promise<void> {
  const at = new Date()
  await transactWithRetry(db, (tx) =>
    changeOrder(tx, staff(member), { orderId, version }, at, async ({ order }) => {
      const replaced = order.certificates.find((certificate) => certificate.code === parseCode(code))
      if (replaced?.state !== 'valid')
        throw new ShopError('conflict', 'Only a valid certificate can be replaced. Nothing was changed.')
      const { productName, variantValue } = order.lines.find(({ position }) => position === replaced.position) ?? {}
      const replacement = await replaceCertificate(tx, replaced.code, at)
      return {
        kind: 'certificate',
        action: 'replaced a certificate of',
        reason,
        before: { code: replaced.code, productName, variantValue },
        after: { code: replacement },
      }
    }),
  )
}
