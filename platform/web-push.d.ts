/** What the shop uses of the package, which has no types of its own. */
declare module 'web-push' {
  type Keys = { publicKey: string; privateKey: string }
  type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }
  type Options = {
    vapidDetails: Keys & { subject: string }
    TTL: number
    urgency: 'very-low' | 'low' | 'normal' | 'high'
    contentEncoding: 'aes128gcm'
  }
  const webPush: {
    generateVAPIDKeys(): Keys
    generateRequestDetails(
      subscription: Subscription,
      payload: string,
      options: Options,
    ): { headers: Record<string, string | number>; body: Buffer; endpoint: string }
  }
  export default webPush
}
