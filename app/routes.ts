import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('shop', 'routes/shop/all.tsx'),
  route('shop/product/:tag', 'routes/shop/tag.tsx'),
  route('shop/:category', 'routes/shop/category.tsx'),
  route('shop/:category/:slug', 'routes/shop/product.tsx'),
  route('alpine-collection', 'routes/content/collection.tsx'),
  route('learn', 'routes/content/learn.tsx'),
  route('blogs', 'routes/content/blogs.tsx'),
  route('blogs/rss.xml', 'routes/seo/rss.ts'),
  route('blogs/:slug', 'routes/content/blog.tsx'),
  route('bulk-buying', 'routes/content/bulk-buying.tsx'),
  route('sitemap.xml', 'routes/seo/sitemap.ts'),
  route('robots.txt', 'routes/seo/robots.ts'),
  route('*', 'routes/content/not-found.tsx'),
] satisfies RouteConfig
