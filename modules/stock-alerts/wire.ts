import { pictureApiUrl } from '#modules/media/picture.ts'
import type { StockAlertLink, WireStockAlert } from './contract.ts'
import type { StoredAlert } from './repo.server.ts'

export function alertOnWire({ id, isConfirmed, item }: StoredAlert): WireStockAlert {
  return {
    alertId: id,
    productId: item.productId,
    productAttributeId: item.variantId,
    name: item.name,
    attributeValue: item.variantValue,
    slugs: item.slug,
    categoryId: item.categoryId,
    imageURL: item.picture && pictureApiUrl(item.picture),
    isConfirmed,
  }
}

export function linkOnWire({ alert, alerts }: { alert: StoredAlert; alerts: StoredAlert[] }): StockAlertLink {
  return {
    email: alert.email,
    alert: { ...alertOnWire(alert), isSent: alert.isSent },
    alerts: alerts.map(alertOnWire),
  }
}
